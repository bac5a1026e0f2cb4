"""Several bounds on one step as one pair."""

from __future__ import annotations

import numpy as np

from tightdp.pairs.from_profile import pair_of_profile, profile_above, profile_grid, tied
from tightdp.pairs.pair import AbstractPair, Array
from tightdp.pairs.swapped import swap
from tightdp.transport.events import Transport
from tightdp.transport.sharpest import sharpest

_POINTS = 1500
_LARGEST = 300.0
# Share of delta(0) below which profiles are not solved for exactly, whose program has an absolute precision.
_FAINT = 1e-7
_FIRST = 0.01
_MOST_EXACT = 25.0
_SHARE = 1e-8


def lowest_pair(pairs: tuple[AbstractPair, ...], problem: Transport, exact_orders: int = 0) -> AbstractPair:
    """The pair of the lower convex hull of the smallest bound at each eps: ``d(eps) <= min_i d_i(eps)``.

    The worst profile of a step, over all functions of the batch, is a maximum of functions that are convex in
    ``alpha = e^eps``. So it is convex, lies below the chords of any bounds on it, and the pair of the hull dominates
    each function (SUP). Its composition is no larger than that of any of the pairs, up to the chords.

    Parameters
    ----------
    pairs
        Dominating pairs of the step, at least one.
    problem
        The laws and distances, for exact values.
    exact_orders
        At how many eps the worst case is solved exactly (SHARP) and added to the bounds, in each direction.
    """
    epsilons = profile_grid(_POINTS, _LARGEST)
    forward, backward = _lowest(pairs, epsilons), _lowest(tuple(swap(pair) for pair in pairs), epsilons)
    if exact_orders:
        exact = _exact_epsilons(epsilons, np.maximum(forward, backward), exact_orders)
        sides = [_exact(one, exact, float(forward[0])) for one in (problem, problem.swapped())]
        merged = np.union1d(epsilons, exact)
        at = np.searchsorted(merged, exact)
        forward, backward = _lowest(pairs, merged), _lowest(tuple(swap(pair) for pair in pairs), merged)
        forward[at], backward[at] = np.minimum(forward[at], sides[0]), np.minimum(backward[at], sides[1])
        epsilons = merged
    return pair_of_profile(epsilons, *tied(epsilons, forward, backward))


def _lowest(pairs: tuple[AbstractPair, ...], epsilons: Array) -> Array:
    return np.min([profile_above(pair, epsilons) for pair in pairs], axis=0)


def _exact(problem: Transport, epsilons: Array, height: float) -> Array:
    """Certified upper ends, to a share of delta(0) that is small against the chords between them."""
    return np.array([sharpest(problem, float(epsilon), _SHARE * height).upper for epsilon in epsilons])


def _exact_epsilons(epsilons: Array, heights: Array, count: int) -> Array:
    """0 and eps up to where the profile is faint, denser towards 0."""
    seen = epsilons[heights > _FAINT * heights[0]]
    last = min(float(seen[-1]), _MOST_EXACT) if len(seen) else 1.0
    return np.concatenate([[0.0], np.geomspace(_FIRST * last, last, max(count - 1, 1))])
