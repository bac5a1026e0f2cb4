"""Compositions: brackets at every delta, and edges where there is nothing to compose."""

from __future__ import annotations

import math

import numpy as np
import pytest

from tightdp.divergences import epsilon_of
from tightdp.mechanisms import AbstractMechanism, EpsilonDelta, Gaussian, Laplace, RandomizedResponse
from tightdp.numerics.bound import Bound
from tightdp.pairs.discrete import Discrete
from tightdp.pairs.gaussian_noise import GaussianNoise
from tightdp.pairs.pair import AbstractPair
from tightdp.pairs.shift_mixture import ShiftMixture
from tightdp.pld.composed import Composed
from tightdp.relations import Change
from tightdp.schemes import FullBatch, Poisson
from tightdp.transport import dominate

SHIFT = Gaussian(10.0).group_pair(1, "add-remove")


def gaussian_epsilon(delta: float, mu: float) -> float:
    return epsilon_of(ShiftMixture(GaussianNoise(1.0), (0.0, 1.0), (1.0,), mu), delta).upper


@pytest.mark.parametrize("delta", [0.2, 1e-2, 1e-5, 1e-12, 1e-30, 1e-100])
def test_gaussian_shifts_compose_to_a_gaussian_shift(delta: float) -> None:
    """100 shifts of a tenth are one shift of 1, down to delta 1e-100."""
    bound = Composed(((SHIFT, 100),)).epsilon(delta, 1e-3).bound
    exact = gaussian_epsilon(delta, 1.0)
    assert bound.lower <= exact <= bound.upper
    assert bound.relative_gap <= 1e-3


def test_golden_delta_of_a_hundred_gaussians() -> None:
    bound = Composed(((SHIFT, 100),)).delta(2.0, 1e-5).bound
    assert bound.lower <= 0.020923635821113732 <= bound.upper
    assert bound.relative_gap <= 1e-5


@pytest.mark.parametrize("count", [2, 10, 1000])
def test_randomised_response_is_binomial(count: int) -> None:
    """Losses are ``(2 h - count) log(p / (1 - p))`` for a binomial number h of true answers."""
    truth, epsilon = 0.6, 1.5
    unit = math.log(truth / (1.0 - truth))
    exact = sum(
        math.comb(count, h) * truth**h * (1.0 - truth) ** (count - h) * -math.expm1(epsilon - (2 * h - count) * unit)
        for h in range(count + 1)
        if (2 * h - count) * unit > epsilon
    )
    pair = RandomizedResponse(truth).group_pair(1, "substitute")
    bound = Composed(((pair, count),)).delta(epsilon, 1e-4).bound
    assert bound.lower <= exact <= bound.upper
    assert bound.upper - bound.lower <= 1e-4 * exact + 1e-13


def test_pure_differential_privacy_adds_up() -> None:
    laplace = Laplace(2.0).group_pair(1, "add-remove")
    found = Composed(((laplace, 10),)).epsilon(0.0, 1e-3).bound
    assert found.lower == found.upper == pytest.approx(5.0)


def test_unbounded_losses_have_no_pure_epsilon() -> None:
    assert Composed(((SHIFT, 10),)).epsilon(0.0, 1e-3).bound.lower == math.inf


def test_revealed_mass_decides() -> None:
    box = EpsilonDelta(0.1, 1e-6).group_pair(1, "add-remove")
    composed = Composed(((box, 30),))
    assert composed.epsilon(2e-5, 1e-3).bound.lower == math.inf
    assert composed.epsilon(composed.infinite, 1e-3).bound.upper == pytest.approx(3.0)
    assert composed.delta(100.0, 1e-3).bound.upper == composed.infinite


def test_a_delta_above_the_total_variation_needs_no_composition() -> None:
    rare = ShiftMixture(GaussianNoise(1e-3), (1.0 - 1e-9, 1e-9), (1.0,))
    assert Composed(((rare, 1000),)).epsilon(1e-5, 1e-3).bound.upper == 0.0


def test_the_same_question_has_the_same_answer_after_others() -> None:
    pair = ShiftMixture(GaussianNoise(1.0), (0.99, 0.01), (1.0,))
    fresh = Composed(((pair, 1000),)).epsilon(3e-6, 1e-3)
    used = Composed(((pair, 1000),))
    for delta in (1e-2, 1e-6, 1e-9):
        _ = used.epsilon(delta, 1e-3), used.delta(1.0, 1e-3)
    assert used.epsilon(3e-6, 1e-3) == fresh


def test_delta_where_nothing_reaches_eps() -> None:
    """Next to the smallest number there is the upper end is a quick one, and the lower end what events say."""
    sampled = ShiftMixture(GaussianNoise(1.0), (0.5, 0.5), (1.0,))
    bound = Composed(((sampled, 1000),)).delta(1e7, 1e-3).bound
    assert bound.lower == 0.0
    assert bound.upper < 1e-280


def test_delta_where_only_rare_losses_reach_eps() -> None:
    """Losses cut off for a first, larger estimate of delta count again where the others fall short of eps."""
    rare = ShiftMixture(GaussianNoise(1.0), (1.0 - 1e-7, 1e-7), (1.0,))
    composed = Composed(((rare, 2),))
    bound = composed.delta(5.0, 1e-3).bound
    single = float(rare.hockey_stick(np.array([5.0]))[0])
    assert 2.0 * single * (1.0 - 1e-6) <= bound.upper
    assert bound.lower <= 2.0 * single * (1.0 + 1e-3)
    assert bound.relative_gap <= 0.5


@pytest.mark.parametrize("mechanism", [Laplace(0.0), RandomizedResponse(1.0), EpsilonDelta(0.1, 1.0)])
@pytest.mark.parametrize("others", [(), ((ShiftMixture(GaussianNoise(1.0), (0.5, 0.5), (1.0,)), 3),)])
def test_everything_revealed(mechanism: AbstractMechanism, others: tuple[tuple[AbstractPair, int], ...]) -> None:
    pair = dominate(mechanism, FullBatch(), Change(substituted=1), "tightest")[0].pair
    composed = Composed(((pair, 2), *others))
    assert composed.delta(0.5, 1e-3).bound == Bound(1.0, 1.0)
    assert composed.false_negative_rate(0.1, 1e-3) == Bound(0.0, 0.0)


def test_trade_off_of_revealed_mass_and_one_finite_loss() -> None:
    """A step reveals all with probability 0.3 and else nothing but that it did not."""
    pair = dominate(Laplace(0.0), Poisson(0.3), Change(removed=1), "tightest")[0].pair
    bound = Composed(((pair, 2),)).false_negative_rate(0.1, 1e-3)
    assert bound.lower <= 0.49 * 0.9 <= bound.upper
    assert bound.upper - bound.lower <= 1e-6


def test_next_to_no_noise_is_revealed_without_a_grid() -> None:
    """Losses of 10^7 nats and more leave no eps of use: the ends are apart, and no memory is asked for."""
    tiny = Composed(((ShiftMixture(GaussianNoise(1e-5), (0.99, 0.01), (1.0,)), 1000),))
    bound = tiny.epsilon(1e-5, 1e-3).bound
    assert 0.0 <= bound.lower < bound.upper == math.inf
    at = tiny.delta(1.0, 1e-3).bound
    assert 0.0 <= at.lower <= at.upper == 1.0
    assert tiny.delta(-1.0, 1e-3).bound.upper == 1.0
    assert not tiny.is_at_most(1.0, 0.5)
    rates = tiny.false_negative_rate(0.1, 1e-3)
    assert (rates.lower, rates.upper) == (0.0, 0.9)


def test_next_to_the_largest_loss_nothing_is_refined() -> None:
    """13 answers with losses of log 3 at most: one unit in the last place below 13 log 3."""
    answers = Discrete.from_masses([0.75, 0.25], [0.25, 0.75])
    composed = Composed(((answers, 13),))
    below = math.nextafter(composed.highest, 0.0)
    found = composed.delta(below, 1e-3).bound
    truth = 0.75**13 * -math.expm1(below - composed.highest)
    assert found.lower <= truth <= found.upper <= 1e-12
