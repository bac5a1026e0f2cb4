"""Composed mixtures of Gaussian shifts by a contour integral: the slow twin of the grids, which it knows nothing of.

With ``M(theta) = E_P[e^(theta L)]`` and any c > 0 (Bromwich)

    d(eps) = 1 / (2 pi i) integral over c + i R of prod_k M_k(theta)^(n_k) e^(-theta eps) / (theta (theta + 1)) d theta.

c is the saddle, so that the result is relative to d. The integral over t uses Gauss-Legendre panels that grow with t
and, where a bulk of no weight keeps M from decaying, a flat-topped smooth window (a kernel of all orders).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.polynomial.legendre import leggauss

from twins.displaced_line import Array, ComplexArray, Line, MixtureStep, line_of

_NODES = 48
# Evaluations of an exponential that one call may spend.
_MOST = 3e7


def deltas(
    steps: Sequence[MixtureStep], epsilons: Sequence[float], level: float, fine: float = 1.0
) -> tuple[Array, Array]:
    """``d(eps)`` of the composition at each eps, all close to each other, and a bound on its error, ``(n,)`` each.

    ``level`` is about the size of the result: losses that only a P-mass of 1e-11 times it would meet are cut off.
    The error is that mass, what rounding leaves of the integrand's largest value, and 1e-9 of d for the quadrature.
    ``fine`` multiplies every resolution. Where that would take too long the error is infinite.
    """
    at = np.asarray(epsilons, dtype=np.float64)
    center = float(at.mean())
    lost = 1e-11 * level / sum(step.count for step in steps)

    def lines(tilt: float, *, displaced: bool) -> tuple[Line, ...]:
        return tuple(line_of(step, tilt, lost, fine if displaced else 0.7, displaced=displaced) for step in steps)

    def height(tilt: float) -> float:
        return float(_log_power(lines(tilt, displaced=False), np.array([tilt + 0j]))[0].real)

    tilt = _left_of_least(lambda c: height(c) - c * center - math.log(c * (c + 1.0)))
    top = height(tilt)
    with np.errstate(divide="ignore", invalid="ignore"):
        ranges = _ranges(lines(tilt, displaced=False), center, tilt, fine)
    # Next to the largest loss there is, a tilt weighs nothing but that loss, and the scales of its law are lost.
    usable = all(map(math.isfinite, ranges))
    total = _integral(lines(tilt, displaced=True), at, (tilt, top), ranges, fine) if usable else None
    if total is None:
        return np.zeros(len(at)), np.full(len(at), np.inf)
    ceiling = np.exp(top - tilt * at) / math.pi
    error = ceiling / (tilt + 1.0) * 1e-14 * (10.0 + abs(top)) + 1e-11 * level
    return ceiling * total, error + 1e-9 * np.abs(ceiling * total)


def _log_power(lines: Sequence[Line], theta: ComplexArray) -> ComplexArray:
    """``log prod M^n``."""
    none = np.zeros(len(theta), dtype=np.complex128)
    return sum((line.step.count * line.log_moment(theta) for line in lines), start=none)


def _left_of_least(function: Callable[[float], float]) -> float:
    """Left of where a function of ``c > 0`` that is convex in c is least, while it is at most 1.5 larger.

    Right of the least value the rarest losses may rule the tilted law, though they do not matter to the integral.
    """
    low, high, step = math.log(1e-3), math.log(4e-3), math.log(4.0)
    while function(math.exp(high)) < function(math.exp(high - step)) and high < math.log(1e9):
        low, high = high - step, high + step
    while high - low > 0.05:
        left, right = low + (high - low) / 3.0, high - (high - low) / 3.0
        low, high = (low, right) if function(math.exp(left)) <= function(math.exp(right)) else (left, high)
    best = math.exp(0.5 * (low + high))
    least, at = function(best), best
    while at > 0.3 * best and function(0.95 * at) < least + 1.5:
        at *= 0.95
    return at


class _Ranges(NamedTuple):
    """Width of the first panel, where t may end, and how far the losses of the bulk lie from eps."""

    first: float
    last: float
    far: float


def _ranges(lines: Sequence[Line], epsilon: float, tilt: float, fine: float) -> _Ranges:
    """Scales of the tilted law, from lines that are not displaced."""
    bend = 1e-3 * tilt
    below, here, above = _log_power(lines, tilt + bend * np.array([-1.0, 0.0, 1.0]) + 0j).real
    deviation = math.sqrt(max((below - 2.0 * here + above) / bend**2, 1e-300))
    middle = sum(line.step.count * line.quantiles(tilt)[0] for line in lines)
    spreads = (min(line.quantiles(c)[1] for c in (tilt, 0.5 * tilt)) for line in lines)
    bulk = math.sqrt(sum(line.step.count * spread**2 for line, spread in zip(lines, spreads, strict=True)))
    far = abs(epsilon - middle)
    slow = fine * (1.0 + 10.0 / sum(line.step.count for line in lines))
    last = slow * min(60.0 / bulk, 400.0 * max(tilt, 1.0 / deviation, 50.0 / far))
    return _Ranges(min(1.0 / deviation, tilt, 2.0 / max(line.largest(tilt) for line in lines)), last, far)


def _integral(
    lines: Sequence[Line], at: Array, saddle: tuple[float, float], ranges: _Ranges, fine: float
) -> Array | None:
    (tilt, height), (first, last, far) = saddle, ranges
    total = np.zeros(len(at))
    spent = 0
    edge, width = 0.0, 0.5 * first / fine
    while edge < last:
        stop = min(edge + width, last)
        t, weights = _panel(edge, stop, math.ceil((28.0 * fine + 0.7 * width * far) / _NODES))
        spent += len(t) * sum(len(line.losses) for line in lines)
        if spent > _MOST * fine**2:
            return None
        theta = tilt + 1j * t
        values = np.exp(_log_power(lines, theta) - height) / (theta * (theta + 1.0)) * _window(t / last)
        total += (np.exp(-1j * np.outer(at, t)) @ (values * weights)).real
        edge, width = stop, max(width, 0.4 * stop)
        if edge > 3.0 * first and float(np.abs(values).max()) * edge < 1e-13 * float(np.abs(total).min()):
            break
    return total


def _panel(low: float, high: float, parts: int) -> tuple[Array, Array]:
    """Nodes and weights of Gauss-Legendre rules on equal parts of an interval."""
    nodes, weights = leggauss(_NODES)
    half = 0.5 * (high - low) / parts
    centers = low + half * (2.0 * np.arange(parts) + 1.0)
    return (centers[:, None] + half * nodes).ravel(), np.tile(half * weights, parts)


def _window(u: Array) -> Array:
    """1 up to 1/3, 0 from 1 on, infinitely smooth."""
    v = np.clip(1.5 * (u - 1.0 / 3.0), 2e-3, 1.0 - 2e-3)
    smooth = 1.0 / (1.0 + np.exp(1.0 / (1.0 - v) - 1.0 / v))
    return np.where(u <= 1.0 / 3.0, 1.0, np.where(u >= 1.0, 0.0, smooth))
