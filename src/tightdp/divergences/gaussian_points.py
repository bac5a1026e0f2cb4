"""The Rényi integrals of two mixtures of Gaussian shifts, by the trapezoidal rule."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from tightdp.divergences.chunked_ratios import log_ratios
from tightdp.divergences.gaussian_windows import windows
from tightdp.divergences.power_sums import PowerSums, WeightedPoints, power_sums
from tightdp.divergences.refinement import refined
from tightdp.pairs.noise import AbstractNoise
from tightdp.pairs.pair import Array
from tightdp.pairs.shift_loss import Side
from tightdp.pairs.shift_mixture import ShiftMixture

# Step in standard deviations: twice it leaves a relative error of e^-40 for a Gaussian.
_STEP = 0.35
_LEVELS = 7
_FAR_APART = 30.0
_SHARED = 6000


def gaussian_sums(pair: ShiftMixture, orders: Array) -> PowerSums:
    """``integral of P^a Q^(1-a)`` at each order, on one grid as long as it is short, else on each order's own.

    The integrand is analytic in a strip about the line, so that the error of the rule falls geometrically with its
    step; the step is halved until two rules agree, and their difference is the error that is reported.

    Parameters
    ----------
    pair
        Mixtures of Gaussian shifts.
    orders
        Orders a >= 1/2, finite, ``(k,)``.
    """
    return refined(lambda chosen, step: sums_at_step(pair, chosen, step), orders, _STEP * pair.noise.spread, _LEVELS)


def tail_reach(pair: ShiftMixture) -> float:
    """Standard deviations beyond which the integrand is below e^-40 of the least divergence there can be.

    Parameters
    ----------
    pair
        Mixtures of Gaussian shifts.
    """
    above, below = pair.sides
    changed = max(float(side.weights[side.shifts != 0.0].sum()) for side in (above, below))
    furthest = max(float(np.abs(side.shifts).max()) for side in (above, below)) / pair.noise.spread
    least = 2.0 * math.log(max(changed, 1e-300)) + 2.0 * math.log(min(max(furthest, 1e-300), 1.0))
    return math.sqrt(2.0 * (40.0 - min(least, 0.0)))


def _range(pair: ShiftMixture, orders: Array, tail: float) -> tuple[float, Array]:
    """Where stationary points ``z = a m_P - (a - 1) m_Q`` of the integrand can be, and the tails."""
    above, below = pair.sides
    left, right = (min(side.shifts.min() for side in pair.sides), max(side.shifts.max() for side in pair.sides))
    beyond = np.maximum(orders - 1.0, 0.0)
    low = np.minimum(left, orders * above.shifts.min() - beyond * below.shifts.max())
    high = np.maximum(right, orders * above.shifts.max() - beyond * below.shifts.min())
    reach = tail * pair.noise.spread
    return float(low.min()) - reach, high + reach


def sums_at_step(pair: ShiftMixture, orders: Array, step: float) -> PowerSums:
    """The trapezoidal rule on the multiples of one step.

    Parameters
    ----------
    pair
        Mixtures of Gaussian shifts.
    orders
        Orders a >= 1/2, finite, ``(k,)``.
    step
        The step.
    """
    low, high = _range(pair, orders, tail_reach(pair))
    count = np.ceil((high - low) / step)
    rows = [np.full(len(orders), np.nan) for _ in range(4)]
    shared = np.flatnonzero(count <= _SHARED)
    if len(shared):
        most = int(count[shared].max()) + 2
        first = math.floor(low / step)
        points = _on_grid(pair, first + np.arange(most, dtype=np.int64), step)
        for part in _by_length(count[shared], shared):
            sums = power_sums(points.first(int(count[part].max()) + 2), orders[part])
            _store(rows, part, sums)
    for i in np.flatnonzero(count > _SHARED):
        index = windows(pair, float(orders[i]), (low, float(high[i])), step, tail_reach(pair))
        _store(rows, np.array([i]), power_sums(_on_grid(pair, index, step), orders[i : i + 1]))
    return PowerSums(*rows)


def _by_length(count: Array, which: NDArray[np.intp]) -> list[NDArray[np.intp]]:
    """Groups of orders whose grids differ in length by less than a factor of about 1.4."""
    group = np.ceil(2.0 * np.log2(np.maximum(count, 1.0)))
    return [which[group == g] for g in np.unique(group)]


def _store(rows: list[Array], where: NDArray[np.intp], sums: PowerSums) -> None:
    for row, new in zip(rows, (sums.excess, sums.log_moment, sums.excess_error, sums.log_error), strict=True):
        row[where] = new


def _on_grid(pair: ShiftMixture, index: NDArray[np.int64], step: float) -> WeightedPoints:
    """Grid points with the step as weight; the coarser rule takes every second one."""
    weight = np.full(len(index), math.log(step))
    return points_at(pair, index.astype(np.float64) * step, weight, np.where(index % 2 == 0, 2.0, 0.0))


def points_at(pair: ShiftMixture, z: Array, log_weights: Array, coarse: Array) -> WeightedPoints:
    """Losses and weighted densities at points of the line.

    Parameters
    ----------
    pair
        Mixtures of shifts.
    z
        Points, ``(n,)``.
    log_weights
        Logarithms of the weights of a quadrature rule.
    coarse
        Factors that turn the rule into the coarser one.
    """
    above, below = pair.sides
    noise = pair.noise
    ratio_p, ratio_q = log_ratios(noise, above, z), log_ratios(noise, below, z)
    furthest = max(float(np.abs(side.shifts).max()) for side in pair.sides)
    if furthest > _FAR_APART * noise.spread:
        log_p, log_q = _log_density(noise, above, z), _log_density(noise, below, z)
    else:
        density = noise.log_density(z)
        log_p, log_q = density + ratio_p, density + ratio_q
    return WeightedPoints(ratio_p - ratio_q, log_p + log_weights, log_q + log_weights, coarse)


def _log_density(noise: AbstractNoise, side: Side, z: Array) -> Array:
    """The density itself, where the one at 0 times the ratio would cancel large exponents."""
    out = np.full(len(z), -np.inf)
    for shift, log_weight in zip(side.shifts.tolist(), side.log_weights.tolist(), strict=True):
        out = np.logaddexp(out, log_weight + noise.log_density(z - shift))
    return out
