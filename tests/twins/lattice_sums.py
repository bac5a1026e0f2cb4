"""Sums of losses on a fine lattice, every loss rounded up for one end and down for the other: plainly valid, slow.

Each cell is ``(lowest loss, highest loss, P-mass)``. Nothing is tilted, so the two ends are good to about 1e-14.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.fft import irfft, next_fast_len, rfft

Array = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Losses:
    """The law of one step's loss under P in cells ``(n,)``, the P-mass at +inf, and how often the step is taken."""

    low: Array
    high: Array
    mass: Array
    infinite: float
    count: int


def lattice_delta(steps: Sequence[Losses], epsilon: float, points: int = 1 << 19) -> tuple[float, float]:
    """Ends of ``d(eps)`` of the composition."""
    reach = sum(step.count * (float(step.high.max()) - float(step.low.min())) for step in steps)
    spacing = reach / (points - 4 * sum(step.count + 1 for step in steps))
    finite = math.prod((1.0 - step.infinite) ** step.count for step in steps)
    ends = [_composed(steps, epsilon, spacing, upward=upward) + 1.0 - finite for upward in (False, True)]
    return ends[0] - 1e-13, ends[1] + 1e-13


def _composed(steps: Sequence[Losses], epsilon: float, spacing: float, *, upward: bool) -> float:
    firsts: list[int] = []
    laws: list[Array] = []
    for step in steps:
        cells = np.ceil(step.high / spacing) if upward else np.floor(step.low / spacing)
        index = cells.astype(np.int64)
        firsts.append(int(index.min()))
        laws.append(np.bincount(index - firsts[-1], weights=step.mass).astype(np.float64))
    size = sum(step.count * (len(law) - 1) for step, law in zip(steps, laws, strict=True)) + 1
    fast = int(next_fast_len(size, real=True))
    product = np.ones(fast // 2 + 1, dtype=np.complex128)
    for step, law in zip(steps, laws, strict=True):
        product *= np.asarray(rfft(law, fast)) ** step.count
    masses = np.asarray(irfft(product, fast))[:size]
    first = sum(step.count * first for step, first in zip(steps, firsts, strict=True))
    gaps = np.minimum(epsilon - (first + np.arange(size)) * spacing, 0.0)
    return float((masses * -np.expm1(gaps)).sum())


def laplace_losses(p: Sequence[tuple[float, float]], q: Sequence[tuple[float, float]], scale: float) -> Losses:
    """``sum w Laplace(a, scale)`` for ``(a, w)`` in p against the same for q: two plateaus and fine cells between."""
    shifts = [a for a, _ in (*p, *q)]
    z = np.linspace(min(shifts), max(shifts), 200_001)

    def below(side: Sequence[tuple[float, float]]) -> Array:
        halves = [(w, 0.5 * np.exp(-np.abs(z - a) / scale), z < a) for a, w in side]
        return np.sum([w * np.where(left, half, 1.0 - half) for w, half, left in halves], axis=0)

    def density(side: Sequence[tuple[float, float]]) -> Array:
        return np.sum([w * np.exp(-np.abs(z - a) / scale) for a, w in side], axis=0)

    losses = np.log(density(p) / density(q))
    share = below(p)
    mass = np.concatenate([share[:1], np.diff(share), 1.0 - share[-1:]])
    low, high = np.minimum(losses[:-1], losses[1:]), np.maximum(losses[:-1], losses[1:])
    ends = losses[:1], losses[-1:]
    return Losses(np.concatenate([ends[0], low, ends[1]]), np.concatenate([ends[0], high, ends[1]]), mass, 0.0, 1)


def atoms(p: Array, q: Array) -> Losses:
    """Two laws on the same outcomes, q positive wherever p is not too."""
    both = (p > 0.0) & (q > 0.0)
    losses = np.log(p[both] / q[both])
    return Losses(losses, losses, p[both], float(p[q == 0.0].sum()), 1)
