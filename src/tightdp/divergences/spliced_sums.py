"""The Rényi integrals of a sup profile."""

from __future__ import annotations

import math

import numpy as np

from tightdp.divergences.half_points import half_points
from tightdp.divergences.power_sums import PowerSums, WeightedPoints, power_sums
from tightdp.divergences.refinement import refined
from tightdp.divergences.simple_parts import simple_parts
from tightdp.pairs.pair import AbstractPair, Array
from tightdp.pairs.spliced import Spliced

_STEP = 0.25
_LEVELS = 4
# Moments beyond e^40 dwarf what is below 1.
_FAR = 40.0
# Orders within so many octaves share their points.
_OCTAVES = 2.0


def spliced_sums(pair: Spliced, orders: Array, whole: PowerSums) -> PowerSums:
    """The integral over losses above 0 of one pair, below 0 of the other, and the atom at 0.

    Where the moment of the upper pair is beyond e^40 it is the answer: what else there is lies between 0 and 1.

    Parameters
    ----------
    pair
        The spliced pair.
    orders
        Orders a >= 1/2, finite, ``(k,)``.
    whole
        The sums of the whole upper pair.
    """
    rows = [whole.excess.copy(), whole.log_moment.copy(), whole.excess_error.copy(), whole.log_error.copy()]
    near = np.flatnonzero(~(whole.log_moment > _FAR))
    size = np.ceil(np.log2(orders[near]) / _OCTAVES)

    def at_step(chosen: Array, step: float) -> PowerSums:
        return power_sums(spliced_points(pair, float(chosen.max()), step), chosen)

    for group in np.unique(size):
        at = near[size == group]
        found = refined(at_step, orders[at], _STEP, _LEVELS)
        for row, new in zip(rows, (found.excess, found.log_moment, found.excess_error, found.log_error), strict=True):
            row[at] = new
    return PowerSums(rows[0], rows[1], rows[2], rows[3], whole.unbounded)


def spliced_points(pair: Spliced, largest: float, step: float) -> WeightedPoints:
    """The points of both halves and of the atom at 0.

    Parameters
    ----------
    pair
        The spliced pair.
    largest
        The largest order that the points are to serve.
    step
        Step of the double-exponential rule.
    """
    halves = [
        *_halves(pair.above, largest, step, positive=True),
        *_halves(pair.below, largest, step, positive=False),
    ]
    log_p, log_q = pair.center()
    center = 0.5 * (log_p + log_q)
    return WeightedPoints(
        np.concatenate([[0.0], *(part.losses for part in halves)]),
        np.concatenate([[center], *(part.log_p for part in halves)]),
        np.concatenate([[center], *(part.log_q for part in halves)]),
        np.concatenate([[1.0], *(np.ones(len(p.losses)) if p.coarse is None else p.coarse for p in halves)]),
        math.fsum(part.p_infinite for part in halves),
        math.fsum(part.q_infinite for part in halves),
    )


def _halves(pair: AbstractPair, largest: float, step: float, *, positive: bool) -> list[WeightedPoints]:
    """One set of points for each part, with the part's weight."""
    found: list[WeightedPoints] = []
    for weight, part in simple_parts(pair):
        points, log_weight = half_points(part, largest, step, positive=positive), math.log(weight)
        found.append(
            WeightedPoints(
                points.losses,
                points.log_p + log_weight,
                points.log_q + log_weight,
                points.coarse,
                weight * points.p_infinite,
                weight * points.q_infinite,
            )
        )
    return found
