"""Laws of Rényi divergences over the whole cast: monotone, with their limits, and the same by three routes."""

from __future__ import annotations

import math

import numpy as np
import pytest

from laws.cast_of_pairs import Member, cast
from tightdp import (
    AddRemove,
    EpsilonDelta,
    FullBatch,
    Gaussian,
    Insert,
    Laplace,
    Poisson,
    Program,
    RandomizedResponse,
    Remove,
    Step,
    Substitute,
    WithoutReplacement,
    WithReplacement,
    account,
    renyi_account,
)
from tightdp.divergences.renyi import renyi_of
from tightdp.divergences.renyi_from_cells import sums_of_cells
from tightdp.divergences.renyi_from_profile import renyi_from_profile
from tightdp.divergences.renyi_sums import renyi_sums
from tightdp.pairs.gaussian_noise import GaussianNoise
from tightdp.pairs.laplace_noise import LaplaceNoise
from tightdp.pairs.shift_mixture import ShiftMixture
from tightdp.pairs.swapped import swap
from tightdp.relations import AbstractRelation
from tightdp.schemes.binomial_weights import binomial_weights

ORDERS = [1e-3, 0.2, 0.5, 0.9, 1.0, 1.1, 2.0, 3.7, 20.0, 1e3, 1e6, math.inf]
CAST = cast()
every = pytest.mark.parametrize("member", CAST, ids=lambda member: member.name)


@every
def test_monotone_with_ordered_ends(member: Member) -> None:
    curve = renyi_of(member.pair, ORDERS)
    assert not np.isnan(curve.lower).any()
    assert not np.isnan(curve.upper).any()
    assert np.all(curve.lower[:-1] <= curve.upper[1:])
    assert np.all(curve.lower <= curve.upper)
    assert curve.upper[-1] == curve.lower[-1]


@every
def test_limits(member: Member) -> None:
    """Order 1 is where both sides meet; the largest loss is the limit at infinity."""
    below, at, above = renyi_of(member.pair, [1.0 - 1e-7, 1.0, 1.0 + 1e-7]).bounds()
    assert below.lower <= at.upper
    assert at.lower <= above.upper
    support = member.pair.support
    if support.p_infinite == 0.0:
        assert at.upper <= below.upper * (1.0 + 1e-4)
    top = renyi_of(member.pair, [1e6, math.inf]).bounds()
    if support.p_infinite == 0.0 and math.isfinite(support.highest):
        mass = float(member.pair.cells(np.array([support.highest - 1e-6])).log_p[-1])
        assert top[0].upper >= support.highest - 1e-6 + (mass - 1.0) / 999_999.0
    assert top[0].lower <= top[1].upper


@every
def test_the_other_direction_at_the_mirrored_order(member: Member) -> None:
    """``(1 - a) R_a(P || Q) = a R_(1-a)(Q || P)``."""
    other = swap(member.pair)
    for order in (0.1, 0.5, 0.8):
        here, there = renyi_of(member.pair, [order]).bounds()[0], renyi_of(other, [1.0 - order]).bounds()[0]
        factor = order / (1.0 - order)
        assert here.lower <= factor * there.upper * (1.0 + 1e-12)
        assert factor * there.lower <= here.upper * (1.0 + 1e-12)


@every
def test_cells_and_profile_hold_the_divergence(member: Member) -> None:
    """Merged cells and tangents lie below, split cells and chords above; where no loss is revealed they are close."""
    orders = np.array([0.5, 0.8, 1.0, 1.5, 3.0])
    pair, support = member.pair, member.pair.support
    exact, cells = renyi_of(pair, orders), sums_of_cells(pair, orders)
    sums = renyi_sums(pair, orders)
    known = np.isfinite(sums.excess) & np.isfinite(cells.excess)
    low = cells.excess * (1.0 - cells.excess_error)
    assert np.all((low <= sums.excess * (1.0 + sums.excess_error + 1e-12))[known])
    assert cells.unbounded is not None
    high = np.where(cells.unbounded, np.inf, cells.excess * (1.0 + cells.excess_error))
    assert np.all((sums.excess * (1.0 - sums.excess_error - 1e-12) <= high)[known])
    top = min(max(support.highest, -support.lowest, 1e-9), 60.0)
    epsilons = np.concatenate([[0.0], np.geomspace(1e-5 * top, top, 2000)])
    ends = renyi_from_profile(pair.hockey_stick, swap(pair).hockey_stick, orders, epsilons)
    assert np.all(ends.lower <= exact.upper * (1.0 + 1e-6) + 1e-14)
    assert np.all(exact.lower <= ends.upper * (1.0 + 1e-6) + 1e-14)


def assert_certain(pair: ShiftMixture) -> None:
    """Numbers with close ends, monotone, and never above the largest loss."""
    curve = renyi_of(pair, ORDERS)
    assert not np.isnan(curve.upper).any()
    finite = np.isfinite(curve.upper)
    assert np.all((curve.upper <= curve.lower * (1.0 + 1e-9))[finite])
    assert np.all(curve.lower[:-1] <= curve.upper[1:] * (1.0 + 1e-12))
    assert np.all(curve.upper <= max(pair.support.highest, 0.0))


SPLITS = [(1, 0), (0, 1), (8, 0), (3, 2), (0, 64), (64, 0), (20, 44)]


@pytest.mark.parametrize("split", [(1, 0), (0, 2), (3, 2), (64, 0)])
@pytest.mark.parametrize("rate", [1e-6, 0.01, 1.0])
def test_groups_from_little_noise_to_much(rate: float, split: tuple[int, int]) -> None:
    p, q = (binomial_weights(k, rate) for k in split)
    for scale in (0.1, 1.0, 100.0):
        assert_certain(ShiftMixture(LaplaceNoise(scale), p, q))
        if max(split) < 64 or scale > 1.0:
            assert_certain(ShiftMixture(GaussianNoise(scale), p, q))


@pytest.mark.nightly
@pytest.mark.parametrize("split", SPLITS)
@pytest.mark.parametrize("rate", [1e-9, 1e-6, 1e-3, 0.1, 0.5, 0.999, 1.0])
@pytest.mark.parametrize("scale", [1e-3, 0.1, 0.5, 1.0, 5.0, 100.0, 1e3])
def test_groups_thoroughly(scale: float, rate: float, split: tuple[int, int]) -> None:
    p, q = (binomial_weights(k, rate) for k in split)
    for noise in (GaussianNoise(scale), LaplaceNoise(scale)):
        assert_certain(ShiftMixture(noise, p, q))


RUNS: list[tuple[str, Program, AbstractRelation]] = [
    ("poisson", 300 * Step(Gaussian(1.0), Poisson(0.02)), AddRemove()),
    ("group", 30 * Step(Gaussian(2.0), Poisson(0.02)), AddRemove(3)),
    ("insert", 30 * Step(Laplace(1.0), Poisson(0.2)), Insert(2)),
    ("mixed", 5 * Step(Laplace(1.0), FullBatch()) + 50 * Step(Gaussian(3.0), Poisson(0.1)), Remove()),
    ("response", 40 * Step(RandomizedResponse(0.7), Poisson(0.1)), Remove(4)),
    ("fixed", 40 * Step(Gaussian(2.0), WithoutReplacement(200, 10)), AddRemove(2)),
    ("replaced", 40 * Step(Gaussian(2.0), WithReplacement(200, 3)), Remove()),
    ("substituted", 40 * Step(Gaussian(3.0), WithoutReplacement(200, 10)), Substitute()),
    ("box", 10 * Step(EpsilonDelta(0.5), Poisson(0.1)), AddRemove()),
]


@pytest.mark.parametrize(("run", "relation"), [run[1:] for run in RUNS], ids=[run[0] for run in RUNS])
def test_composed_losses_are_never_above_converted_divergences(run: Program, relation: AbstractRelation) -> None:
    losses, divergences = account(run, relation, rtol=0.02), renyi_account(run, relation)
    for delta in (1e-8, 1e-3):
        assert losses.epsilon(delta).lower <= divergences.epsilon(delta).upper
    assert losses.delta(1.0).lower <= divergences.delta(1.0).upper


@pytest.mark.parametrize(("run", "relation"), [run[1:] for run in RUNS[:6]], ids=[run[0] for run in RUNS[:6]])
def test_the_specific_route_is_never_above_the_agnostic_one(run: Program, relation: AbstractRelation) -> None:
    if isinstance(relation, AddRemove) and relation.group_size > 1:
        relation = Remove(relation.group_size)
    orders = [0.5, 1.0, 2.0, 10.0]
    specific, agnostic = (renyi_account(run, relation, route=route) for route in ("specific", "agnostic"))
    assert np.all(specific.curve(orders).lower <= agnostic.curve(orders).upper)
    assert np.all(specific.curve(orders).upper <= agnostic.curve(orders).upper * (1.0 + 1e-9))
