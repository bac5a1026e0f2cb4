"""Hockey-stick divergence of two mixtures of shifts of one noise law, by its definition.

Both mixtures are one signed mixture ``p - e^eps q``. Its exact weights come from fractions, so a shift with equal
weights on both sides cancels exactly. Whatever set of outcomes is summed, the value is attained by that set.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray
from scipy.special import ndtr

Floats = NDArray[np.float64]
Function = Callable[[Floats], Floats]


def normal(sigma: float) -> tuple[Function, Function]:
    """Density and distribution function."""
    scale = sigma * np.sqrt(2.0 * np.pi)
    return lambda z: np.exp(-0.5 * (z / sigma) ** 2) / scale, lambda z: ndtr(z / sigma)


def laplace(scale: float) -> tuple[Function, Function]:
    """Density and distribution function."""

    def below(z: Floats) -> Floats:
        half = 0.5 * np.exp(-np.abs(z) / scale)
        return np.where(z < 0.0, half, 1.0 - half)

    return lambda z: 0.5 / scale * np.exp(-np.abs(z) / scale), below


def merged(
    values: Iterable[float], p: Iterable[Fraction], q: Iterable[Fraction]
) -> tuple[Floats, list[Fraction], list[Fraction]]:
    """The distinct values and their total weights on both sides, values increasing."""
    left: defaultdict[float, Fraction] = defaultdict(Fraction)
    right: defaultdict[float, Fraction] = defaultdict(Fraction)
    for value, a, b in zip(values, p, q, strict=True):
        left[float(value)] += a
        right[float(value)] += b
    shifts = sorted(left)
    return np.array(shifts), [left[s] for s in shifts], [right[s] for s in shifts]


def signed_weights(p: Sequence[Fraction], q: Sequence[Fraction], epsilons: Floats) -> Floats:
    """``p - e^eps q``, ``(len(epsilons), len(p))``."""
    difference = np.array([float(a - b) for a, b in zip(p, q, strict=True)])
    return difference[None, :] - np.expm1(epsilons)[:, None] * np.array([float(b) for b in q])[None, :]


def line_hockey_stick(
    noise: tuple[Function, Function], reach: float, shifts: Floats, weights: Floats, points: int = 1500
) -> Floats:
    """``sum_s w_s Pr[z + s in A]`` for the set A where ``sum_s w_s f(z - s) > 0``, one value for each row of weights.

    Parameters
    ----------
    noise
        Density f and distribution function.
    reach
        How far beyond the shifts to look for changes of sign.
    shifts
        Shifts s, ``(m,)``.
    weights
        Signed weights, ``(n, m)``.
    points
        How many points are looked at.
    """
    density, below = noise
    around: Floats = np.linspace(float(shifts[0]) - reach, float(shifts[-1]) + reach, points)
    grid = np.unique(np.concatenate([around, shifts]))
    positive = weights @ density(grid[None, :] - shifts[:, None]) > 0.0
    row, at = np.nonzero(positive[:, 1:] != positive[:, :-1])
    low, high, rising = grid[at], grid[at + 1], positive[row, at + 1]
    for _ in range(22):
        middle = 0.5 * (low + high)
        over = (weights[row] * density(middle[:, None] - shifts[None, :])).sum(axis=1) > 0.0
        low, high = np.where(over == rising, low, middle), np.where(over == rising, middle, high)
    crossings = 0.5 * (low + high)
    out = np.empty(len(weights))
    for i, weight in enumerate(weights):
        ends = crossings[row == i].tolist()
        if positive[i, 0]:
            ends.insert(0, -np.inf)
        if positive[i, -1]:
            ends.append(np.inf)
        edges = np.array(ends).reshape(-1, 2)
        out[i] = sum(float(weight @ interval(below, a - shifts, b - shifts)) for a, b in edges)
    return out


def interval(below: Function, left: Floats, right: Floats) -> Floats:
    """``Pr[left < Z <= right]`` of a symmetric law, from the tail that is the smaller one."""
    return np.where(left > 0.0, below(-left) - below(-right), below(right) - below(left))


def integer_hockey_stick(log_mass: Function, reach: int, shifts: Floats, weights: Floats) -> Floats:
    """``sum_z [sum_s w_s N(z - s)]_+`` over the integers within ``reach`` of the shifts, one value for each row."""
    z: Floats = np.arange(float(shifts[0]) - reach, float(shifts[-1]) + reach + 1.0)
    masses = np.exp(log_mass(z[None, :] - shifts[:, None]))
    return np.maximum(weights @ masses, 0.0).sum(axis=1)


def released(shifts: Floats, weights: Floats) -> Floats:
    """``sum_s [w_s]_+``: the value itself is told."""
    return np.maximum(weights, 0.0).sum(axis=1)


def discrete_normal(sigma: float, reach: int) -> Function:
    """``log Pr[Z = z]`` proportional to ``-z^2 / (2 sigma^2)``, normalised by a plain sum."""
    z = np.arange(-reach, reach + 1.0)
    total = np.log(np.exp(-0.5 * (z / sigma) ** 2).sum())
    return lambda at: -0.5 * (at / sigma) ** 2 - total


def discrete_laplace(scale: float, reach: int) -> Function:
    """``log Pr[Z = z]`` proportional to ``-|z| / b``, normalised by a plain sum."""
    z = np.arange(-reach, reach + 1.0)
    total = np.log(np.exp(-np.abs(z) / scale).sum())
    return lambda at: -np.abs(at) / scale - total
