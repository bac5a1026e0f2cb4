"""Each bound that a Rényi step knows is above each pair that it attains; three ways to one divergence agree."""

from __future__ import annotations

import math
import random

import numpy as np
import pytest

from tightdp import (
    DiscreteGaussian,
    DiscreteLaplace,
    EpsilonDelta,
    FullBatch,
    Gaussian,
    Laplace,
    Poisson,
    RandomizedResponse,
    Step,
    Together,
    WithoutReplacement,
    WithReplacement,
)
from tightdp.accounting.renyi_direction import renyi_direction
from tightdp.divergences.renyi import renyi_of
from tightdp.divergences.renyi_from_profile import renyi_from_profile
from tightdp.errors import TightDPError
from tightdp.mechanisms import AbstractMechanism
from tightdp.pairs.swapped import swap
from tightdp.relations import Change
from tightdp.schemes import AbstractScheme
from tightdp.transport import dominate

ORDERS = np.array([0.5, 0.9, 1.0, 1.0001, 1.7, 2.0, 7.5, 32.0, 1e3, 1e6, math.inf])
FEW = np.array([0.7, 1.5, 2.0, 3.7, 40.0])


def mechanism(draw: random.Random, *, alone: bool = False) -> AbstractMechanism:
    """Noise from 0.1 to 100, sensitivities to replaced records of 1, 1.5 and 2."""
    size, reach = 10.0 ** draw.uniform(-1.0, 2.0), draw.choice([2.0, 1.5, 1.0])
    kinds: list[AbstractMechanism] = [
        Gaussian(size, reach),
        Laplace(size, reach),
        RandomizedResponse(draw.uniform(0.35, 0.99), draw.choice([2, 3, 10])),
        DiscreteGaussian(max(size, 0.3), draw.choice([1, 2])),
        DiscreteLaplace(max(size, 0.3), draw.choice([1, 2])),
        EpsilonDelta(draw.uniform(0.0, 3.0), draw.choice([0.0, 0.0, 1e-6])),
    ]
    if alone or draw.random() < 0.85:
        return draw.choice(kinds)
    return Together((mechanism(draw, alone=True), mechanism(draw, alone=True)))


def scheme(draw: random.Random) -> AbstractScheme:
    """Rates from 1e-6 to 1."""
    batches = draw.choice([1, 5, 20])
    kinds = [FullBatch(), WithoutReplacement(200, batches), WithReplacement(200, min(batches, 5))]
    return draw.choice([*kinds, *[Poisson(10.0 ** draw.uniform(-6.0, 0.0))] * 3])


def change(draw: random.Random, sizes: list[int]) -> Change:
    size = draw.choice(sizes)
    return draw.choice([Change(removed=size), Change(inserted=size), Change(substituted=size), Change(size, 1)])


def check_bounds(draw: random.Random) -> None:
    step, moved = 1 * Step(mechanism(draw), scheme(draw)), change(draw, [1, 1, 2, 3, 8])
    try:
        direction = renyi_direction(step, moved, draw.choice(["tightest", "tightest", "agnostic", "specific"]))
    except TightDPError:
        return
    (one,) = direction.steps
    attained = np.max([renyi_of(pair, ORDERS.tolist()).lower for pair in one.below], axis=0)
    bounds = [np.max([renyi_of(pair, ORDERS.tolist()).upper for pair in pairs], axis=0) for pairs in one.above]
    for bound in [*bounds, *(chain.upper(ORDERS) for chain in one.afterwards)]:
        assert not np.isnan(bound).any(), (step, moved)
        assert np.all(attained <= bound * (1.0 + 1e-9)), (step, moved)
    upper = direction.curve(ORDERS).upper
    assert np.all(upper[1:] >= upper[:-1] * (1.0 - 1e-9)), (step, moved)


def check_three_ways(draw: random.Random) -> None:
    """The pair itself, its two profiles through B18 Theorem 6; cells are in test_renyi.py."""
    pair = dominate(mechanism(draw, alone=True), scheme(draw), change(draw, [1, 4, 16, 64]))[0].pair
    support = pair.support
    ends = [
        math.inf if p else x for p, x in ((support.p_infinite, support.highest), (support.q_infinite, -support.lowest))
    ]
    top = max(ends) if math.isfinite(max(ends)) else 300.0
    epsilons = np.concatenate([[0.0], np.geomspace(1e-7 * max(top, 1e-3), max(top, 1e-3), 3000)])
    curve = renyi_of(pair, FEW.tolist())
    other = renyi_from_profile(
        pair.hockey_stick, swap(pair).hockey_stick, FEW, epsilons, largest_losses=(ends[0], ends[1])
    )
    assert np.all(curve.lower <= other.upper * (1.0 + 1e-9) + 1e-14), pair
    assert np.all(other.lower <= curve.upper * (1.0 + 1e-9) + 1e-14), pair


@pytest.mark.parametrize("seed", range(8))
def test_each_bound_is_above_what_is_attained(seed: int) -> None:
    check_bounds(random.Random(seed))


@pytest.mark.parametrize("seed", range(6))
def test_the_profile_gives_the_divergence_of_the_pair(seed: int) -> None:
    check_three_ways_or_refuse(random.Random(seed))


def check_three_ways_or_refuse(draw: random.Random) -> None:
    try:
        check_three_ways(draw)
    except TightDPError:
        return  # nothing is proven for the combination


@pytest.mark.nightly
@pytest.mark.parametrize("seed", range(100, 400))
def test_thoroughly(seed: int) -> None:
    check_bounds(random.Random(seed))
    check_three_ways_or_refuse(random.Random(seed))
