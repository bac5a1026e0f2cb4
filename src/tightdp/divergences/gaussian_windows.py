"""Where the Rényi integrand of two mixtures of Gaussian shifts matters, by branch and bound."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from tightdp.divergences.chunked_ratios import log_ratio_slopes, log_ratios
from tightdp.pairs.pair import Array
from tightdp.pairs.shift_mixture import ShiftMixture

_DEPTH = 45.0
_FIRST = 64
_FINEST = 4.0
# No cell is halved that is short against where it lies.
_SHORTEST = 1e-14
# Rounding of the exponent at its top, relative to it.
_ROUNDING = 2e-14
_MOST_CELLS = 20_000
# While the largest exponent is below this, the moment may be close to 1 and its distance from 1 is what counts.
_SMALL = 3.0


def windows(pair: ShiftMixture, order: float, ends: tuple[float, float], step: float, tail: float) -> NDArray[np.int64]:
    """Indices i of grid points ``i step`` outside which ``P^a Q^(1-a)`` is negligible, increasing.

    With ``r = density / N(0)`` the exponent is ``a log r_P + (1 - a) log r_Q - z^2 / (2 sigma^2)``. Both logarithms
    are convex in z, so on a cell a chord bounds the first term from above, and a tangent (a chord for a < 1) the
    second; the bound is a parabola with a known top. Cells whose bound is 45 below the largest value seen are
    dropped, others halved.

    Parameters
    ----------
    pair
        Mixtures of Gaussian shifts.
    order
        Order a >= 1/2.
    ends
        Where stationary points and tails can be.
    step
        Distance of the grid points.
    tail
        Standard deviations about the components that are kept where the moment may be close to 1.
    """
    sigma = pair.noise.spread
    left, right = _halves(np.linspace(*ends, _FIRST + 1))
    centers = np.unique(np.concatenate([side.shifts for side in pair.sides]))
    best = float(exponent(pair, order, np.concatenate([centers, order * centers])).max())
    done: list[tuple[Array, Array]] = []
    while True:
        best = max(best, float(exponent(pair, order, np.append(left, right[-1:])).max()))
        depth = 0.5 * tail * tail + 5.0 if best < _SMALL else _DEPTH + _ROUNDING * best
        kept = upper_exponent(pair, order, left, right) >= best - depth
        left, right = left[kept], right[kept]
        fine = right - left <= np.maximum(
            _FINEST * max(sigma, step), _SHORTEST * np.maximum(np.abs(left), np.abs(right))
        )
        done.append((left[fine], right[fine]))
        left, right = left[~fine], right[~fine]
        if len(left) == 0 or len(left) > _MOST_CELLS:
            break
        middle = 0.5 * (left + right)
        left, right = np.concatenate([left, middle]), np.concatenate([middle, right])
    done.append((left, right))
    if best < _SMALL:
        done.append((centers - tail * sigma, centers + tail * sigma))
    return _indices(np.concatenate([a for a, _ in done]), np.concatenate([b for _, b in done]), step)


def _halves(edges: Array) -> tuple[Array, Array]:
    return edges[:-1], edges[1:]


def exponent(pair: ShiftMixture, order: float, z: Array) -> Array:
    """``a log r_P + (1 - a) log r_Q - z^2 / (2 sigma^2)`` at each z, ``(n,)``.

    Parameters
    ----------
    pair
        Mixtures of Gaussian shifts.
    order
        Order a.
    z
        Points of the line.
    """
    above, below = pair.sides
    moved = order * log_ratios(pair.noise, above, z) + (1.0 - order) * log_ratios(pair.noise, below, z)
    return moved - 0.5 * (z / pair.noise.spread) ** 2


def upper_exponent(pair: ShiftMixture, order: float, left: Array, right: Array) -> Array:
    """A bound from above on :func:`exponent` over each cell ``[left, right]``, ``(n,)``.

    Parameters
    ----------
    pair
        Mixtures of Gaussian shifts.
    order
        Order a >= 1/2.
    left, right
        Ends of the cells.
    """
    above, below = pair.sides
    noise, width = pair.noise, right - left
    p = order * log_ratios(noise, above, left), order * log_ratios(noise, above, right)
    q, q_slope = zip(*(log_ratio_slopes(noise, below, z) for z in (left, right)), strict=True)
    chord = (p[1] - p[0]) / width
    if order < 1.0:
        return _top(
            p[0] + (1.0 - order) * q[0], chord + (1.0 - order) * (q[1] - q[0]) / width, left, right, noise.spread
        )
    h = order - 1.0
    from_left = _top(p[0] - h * q[0], chord - h * q_slope[0], left, right, noise.spread)
    shifted = p[0] - h * (q[1] - q_slope[1] * width)
    return np.minimum(from_left, _top(shifted, chord - h * q_slope[1], left, right, noise.spread))


def _top(start: Array, slope: Array, left: Array, right: Array, sigma: float) -> Array:
    """The maximum of ``start + slope (z - left) - z^2 / (2 sigma^2)`` over each cell."""
    z = np.clip(slope * sigma * sigma, left, right)
    return start + slope * (z - left) - 0.5 * (z / sigma) ** 2


def _indices(left: Array, right: Array, step: float) -> NDArray[np.int64]:
    """Indices of all grid points in the union of the cells."""
    order = np.argsort(left)
    first = np.floor(left[order] / step).astype(np.int64)
    last = np.ceil(right[order] / step).astype(np.int64)
    parts: list[NDArray[np.int64]] = []
    reached = first[0] - 1
    for a, b in zip(first.tolist(), last.tolist(), strict=True):
        if b > reached:
            parts.append(np.arange(max(a, reached + 1), b + 1, dtype=np.int64))
            reached = b
    return np.concatenate(parts)
