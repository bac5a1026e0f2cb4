"""The route that a list of pairs takes, and that all routes agree."""

from __future__ import annotations

import math

import pytest

from tightdp.accounting.loss_program import ManyPairs, NoLoss, OnePair, loss_program
from tightdp.mechanisms import EpsilonDelta, Gaussian
from tightdp.pairs.amplified import trivial_pair
from tightdp.pairs.gaussian_noise import GaussianNoise
from tightdp.pairs.shift_mixture import ShiftMixture
from tightdp.pairs.swapped import swap
from tightdp.pld.composed import Composed

MIXED = ShiftMixture(GaussianNoise(1.0), (0.9, 0.1), (1.0,))
SHIFT = ShiftMixture(GaussianNoise(2.0), (0.0, 1.0), (1.0,))


def test_the_route_follows_the_pairs() -> None:
    assert isinstance(loss_program(()), NoLoss)
    assert isinstance(loss_program(((trivial_pair(), 10**9),)), NoLoss)
    assert isinstance(loss_program(((MIXED, 0),)), NoLoss)
    assert isinstance(loss_program(((MIXED, 1), (trivial_pair(), 5))), OnePair)
    assert isinstance(loss_program(((SHIFT, 10**6),)), OnePair)
    assert isinstance(loss_program(((MIXED, 2),)), ManyPairs)
    assert isinstance(loss_program(((MIXED, 1), (SHIFT, 1))), ManyPairs)


def test_gaussians_add_up_in_squares() -> None:
    merged = loss_program(((SHIFT, 12), (ShiftMixture(GaussianNoise(1.0), (0.0, 1.0), (1.0,)), 1)))
    assert isinstance(merged, OnePair)
    assert isinstance(merged.pair, ShiftMixture)
    assert merged.pair.single_shift == pytest.approx(math.sqrt(12 * 0.25 + 1.0), rel=1e-15)


def test_one_pair_and_the_same_pair_composed_agree() -> None:
    """The exact route of one step lies inside the brackets of the rounded one, for every question."""
    exact, rounded = loss_program(((MIXED, 1),)), ManyPairs(Composed(((MIXED, 1),)))
    for delta in (1e-2, 1e-5, 1e-20):
        bound = rounded.epsilon(delta, 1e-4).bound
        assert bound.lower <= exact.epsilon(delta, 1e-4).bound.upper
        assert bound.upper >= exact.epsilon(delta, 1e-4).bound.lower
        assert bound.relative_gap <= 1e-4
    for epsilon in (-0.05, 0.0, 0.5, 3.0):
        bound = rounded.delta(epsilon, 1e-4).bound
        assert bound.lower <= exact.delta(epsilon, 1e-4).bound.upper
        assert bound.upper >= exact.delta(epsilon, 1e-4).bound.lower
    for epsilon in (-0.05, 0.0, 0.5, 3.0):
        seen = rounded.glance(epsilon, 1e-4).bound
        assert seen.lower <= exact.glance(epsilon, 1e-4).bound.upper
        assert seen.upper >= exact.glance(epsilon, 1e-4).bound.lower
    for rate in (0.01, 0.5):
        bound = rounded.false_negative_rate(rate, 1e-4)
        assert bound.lower <= exact.false_negative_rate(rate, 1e-4).upper
        assert bound.upper >= exact.false_negative_rate(rate, 1e-4).lower


def test_no_loss_is_the_floor_of_every_profile() -> None:
    nothing = NoLoss()
    assert nothing.delta(-1.0, 1e-3).bound.upper == pytest.approx(-math.expm1(-1.0))
    assert nothing.delta(2.0, 1e-3).bound.upper == 0.0
    assert nothing.infinite == 0.0


def test_infinite_mass_of_a_run() -> None:
    box = EpsilonDelta(1.0, 1e-3).group_pair(1, "add-remove")
    assert loss_program(((box, 1),)).infinite == 1e-3
    assert loss_program(((box, 10),)).infinite == pytest.approx(1.0 - (1.0 - 1e-3) ** 10, rel=1e-12)
    revealed = Gaussian(0.0).group_pair(1, "add-remove")
    assert loss_program(((revealed, 2),)).infinite == 1.0


def test_a_quick_proof_is_a_proof() -> None:
    """It never claims what the bracket denies, and finds what is clear."""
    programs = (NoLoss(), loss_program(((MIXED, 1),)), loss_program(((MIXED, 200),)))
    for program in programs:
        for delta in (1e-2, 1e-6, 1e-15):
            upper = program.epsilon(delta, 1e-3).bound.upper
            assert program.is_at_most(1.1 * upper + 1e-9, delta)
            lower = program.delta(0.5 * upper, 1e-3).bound.lower
            assert lower == 0.0 or not program.is_at_most(0.5 * upper, 0.99 * lower)


def test_programs_of_the_other_direction_help() -> None:
    there, back = loss_program(((MIXED, 1000),)), loss_program(((swap(MIXED), 1000),))
    bound = there.epsilon(1e-6, 1e-3).bound
    assert back.is_at_most(bound.upper, 1e-6, (there,))
    assert not back.is_at_most(0.5 * bound.upper, 1e-6, (there,))
    unlike = loss_program(((SHIFT, 1), (MIXED, 3)))
    assert back.is_at_most(bound.upper, 1e-6, (unlike,))
