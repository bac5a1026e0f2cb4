from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tightdp.pairs.averaged import averaged
from tightdp.pairs.discrete import Discrete
from tightdp.pairs.gaussian_noise import GaussianNoise
from tightdp.pairs.laplace_noise import LaplaceNoise
from tightdp.pairs.pair import AbstractPair
from tightdp.pairs.shift_mixture import ShiftMixture
from tightdp.pairs.swapped import swap
from twins.allocations import (
    allocated_masses,
    gaussian_in_one_of_many,
    gaussian_in_one_of_two,
    hockey_stick,
)

EPSILONS = np.array([-1.0, -0.2, 0.0, 0.1, 0.5, 1.5])
parts = st.lists(st.integers(0, 20), min_size=3, max_size=3).filter(any)


def shift(sigma: float) -> ShiftMixture:
    return ShiftMixture(GaussianNoise(sigma), (0.0, 1.0), (1.0,), 1.0)


def both(pair: AbstractPair, times: int, blocks: int = 1) -> tuple[Discrete, Discrete]:
    return averaged(pair, times, blocks, is_above=False), averaged(pair, times, blocks, is_above=True)


@given(p=parts, q=parts, updates=st.integers(1, 5))
def test_one_of_a_few_updates_is_between_the_ends(p: list[int], q: list[int], updates: int) -> None:
    one, other = [x / sum(p) for x in p], [x / sum(q) for x in q]
    lower, upper = both(Discrete.from_masses(one, other), updates)
    masses = allocated_masses(one, other, updates, 1)
    for low, high, (a, b) in ((lower, upper, masses), (swap(lower), swap(upper), masses[::-1])):
        truth = np.array([hockey_stick(a, b, epsilon) for epsilon in EPSILONS])
        assert np.all(low.hockey_stick(EPSILONS) <= truth * (1.0 + 1e-9) + 1e-13)
        assert np.all(high.hockey_stick(EPSILONS) >= truth * (1.0 - 1e-9) - 1e-13)
        assert np.all(high.hockey_stick(EPSILONS) - low.hockey_stick(EPSILONS) <= 1e-3 * truth + 1e-9)


@given(p=parts, q=parts, sizes=st.sampled_from([(3, 2), (4, 2), (5, 2), (4, 3), (5, 4), (3, 3)]))
def test_several_of_a_few_updates_are_below_the_upper_end(p: list[int], q: list[int], sizes: tuple[int, int]) -> None:
    one, other = [x / sum(p) for x in p], [x / sum(q) for x in q]
    upper = averaged(Discrete.from_masses(one, other), *sizes, is_above=True)
    masses = allocated_masses(one, other, *sizes)
    for pair, (a, b) in ((upper, masses), (swap(upper), masses[::-1])):
        truth = np.array([hockey_stick(a, b, epsilon) for epsilon in EPSILONS])
        assert np.all(pair.hockey_stick(EPSILONS) >= truth * (1.0 - 1e-9) - 1e-13)


@pytest.mark.parametrize("sigma", [0.3, 1.0, 5.0])
@pytest.mark.parametrize("epsilon", [0.0, 0.5, 2.0])
def test_gaussian_noise_in_one_of_two_updates(sigma: float, epsilon: float) -> None:
    lower, upper = both(shift(sigma), 2)
    at = np.array([epsilon])
    for low, high, truth in zip(
        (lower, swap(lower)), (upper, swap(upper)), gaussian_in_one_of_two(sigma, epsilon), strict=True
    ):
        ends = float(low.hockey_stick(at)[0]), float(high.hockey_stick(at)[0])
        assert ends[0] <= truth * (1.0 + 1e-7)
        assert ends[1] >= truth * (1.0 - 1e-7)
        assert ends[1] - ends[0] <= 2e-3 * truth + 1e-12


@pytest.mark.parametrize(("sigma", "times"), [(1.0, 8), (1.0, 40), (2.0, 15)])
def test_gaussian_noise_in_one_of_many_updates(sigma: float, times: int) -> None:
    lower, upper = both(shift(sigma), times)
    at = np.array([0.0, 0.1, 0.3])
    truths = np.array(gaussian_in_one_of_many(sigma, times, at.tolist()))
    for column, (low, high) in enumerate(((lower, upper), (swap(lower), swap(upper)))):
        truth = truths[:, column]
        assert np.all(low.hockey_stick(at) <= truth * (1.0 + 1e-5) + 1e-9)
        assert np.all(high.hockey_stick(at) >= truth * (1.0 - 1e-5) - 1e-9)
        assert high.hockey_stick(at) == pytest.approx(low.hockey_stick(at), rel=4e-3)


@pytest.mark.parametrize("pair", [shift(1.0), ShiftMixture(LaplaceNoise(1.0), (0.0, 1.0), (1.0,), 1.0)])
def test_one_update_is_the_pair_itself(pair: ShiftMixture) -> None:
    lower, upper = both(pair, 1)
    truth = pair.hockey_stick(EPSILONS)
    assert np.all(lower.hockey_stick(EPSILONS) <= truth)
    assert np.all(upper.hockey_stick(EPSILONS) >= truth)
    assert upper.hockey_stick(EPSILONS) == pytest.approx(lower.hockey_stick(EPSILONS), rel=1e-3)


def test_more_updates_lose_less() -> None:
    found = [averaged(shift(1.0), times, 1, is_above=True).hockey_stick(EPSILONS) for times in (1, 2, 7, 40)]
    for fewer, more in pairwise(found):
        assert np.all(more <= fewer * (1.0 + 1e-9))


def test_a_participation_in_each_block_of_one_is_composition() -> None:
    lower, upper = both(shift(2.0), 4, 4)
    truth = shift(1.0).hockey_stick(EPSILONS)  # four times noise 2 is noise 1
    assert np.all(lower.hockey_stick(EPSILONS) <= truth)
    assert np.all(upper.hockey_stick(EPSILONS) >= truth)
    assert upper.hockey_stick(EPSILONS) == pytest.approx(lower.hockey_stick(EPSILONS), rel=2e-3)


def test_losses_that_leave_the_range_of_floats_are_revealed() -> None:
    """A thousand participations at noise 1 lose 500 nats and more."""
    lower, upper = both(shift(1.0), 1000, 1000)
    truth = shift(1000.0**-0.5)
    at = np.array([100.0, 400.0, 500.0, 560.0])
    assert np.all(lower.hockey_stick(at) <= truth.hockey_stick(at) * (1.0 + 1e-9))
    assert np.all(upper.hockey_stick(at) >= truth.hockey_stick(at) * (1.0 - 1e-9))
    assert upper.hockey_stick(at) == pytest.approx(lower.hockey_stick(at), rel=4e-2)
    assert upper.p_infinite > 0.0
    assert lower.p_infinite == 0.0


def test_masses_stay_probabilities() -> None:
    for pair in both(shift(0.5), 37):
        assert np.exp(pair.log_p).sum() + pair.p_infinite == pytest.approx(1.0, abs=1e-9)
        assert np.exp(pair.log_q).sum() + pair.q_infinite == pytest.approx(1.0, abs=1e-9)


@pytest.mark.parametrize(("sigma", "times"), [(1e-3, 1), (1e-3, 1000), (0.02, 3), (0.04, 1), (0.04, 5), (1e3, 1000)])
def test_extreme_noise_keeps_the_order(sigma: float, times: int) -> None:
    lower, upper = both(shift(sigma), times)
    at = np.array([0.0, 1e-3, 1.0, 100.0, 600.0])
    for low, high in ((lower, upper), (swap(lower), swap(upper))):
        assert np.all(low.hockey_stick(at) <= high.hockey_stick(at) * (1.0 + 1e-9))


def test_nothing_and_everything_stay_what_they_are() -> None:
    revealed = Discrete(np.empty(0), np.empty(0), np.empty(0), 1.0, 1.0)
    for pair in both(revealed, 5):
        assert (pair.p_infinite, pair.q_infinite) == pytest.approx((1.0, 1.0), abs=1e-9)
    nothing = Discrete.from_masses([0.5, 0.5], [0.5, 0.5])
    for pair in both(nothing, 5):
        assert float(pair.hockey_stick(np.array([0.0]))[0]) == pytest.approx(0.0, abs=1e-9)
