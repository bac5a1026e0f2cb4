from __future__ import annotations

import math
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tightdp.accounting import Step, account
from tightdp.errors import CannotAnswer
from tightdp.mechanisms import AbstractMechanism, EpsilonDelta, Gaussian, RandomizedResponse
from tightdp.numerics.bound import Bound
from tightdp.relations import AddRemove, Change, Insert, Remove, Substitute
from tightdp.schemes import Poisson, TruncatedPoisson
from tightdp.transport.truncation import truncated
from twins.cut_batches import (
    answered_hockey_stick,
    cut_batches,
    noisy_hockey_stick,
    probability_of_more,
    sums_of,
)

GOLDEN = TruncatedPoisson(rate=0.5, largest_batch=2, dataset_size=4)


def bound(mechanism: AbstractMechanism, scheme: TruncatedPoisson, way: type[Remove | Insert], epsilon: float) -> Bound:
    return account(1 * Step(mechanism, scheme), way()).delta(epsilon)


def test_golden_bound() -> None:
    """n = 4, q = 1/2, B = 2, sigma = 1, eps = 0.4 (theory 3.10): mixture bound, TV bound, a true value, p_t, r_E."""
    cut = GOLDEN.cut()
    assert (cut.full, cut.rate) == (0.5, pytest.approx(0.3125, rel=1e-13))
    found = bound(Gaussian(1.0), GOLDEN, Remove, 0.4)
    assert found.upper == pytest.approx(0.12934539363535744, rel=1e-8)
    assert found.upper < 0.5952413800134212
    assert found.lower <= 0.09458456713054972 <= found.upper
    p, q = (sums_of(cut_batches(n, 0.5, 2), (-1.0, -1.0, -1.0, 1.0)) for n in (4, 3))
    assert noisy_hockey_stick(p, q, 1.0, 0.4) == pytest.approx(0.09458456713054972, rel=1e-6)


@given(
    size=st.integers(1, 5),
    rate=st.floats(0.05, 1.0),
    most=st.integers(1, 5),
    contributions=st.lists(st.sampled_from((-1.0, -0.5, 0.0, 1.0)), min_size=5, max_size=5),
    epsilon=st.floats(0.0, 2.0),
)
def test_every_batch_of_small_data_sets_stays_below(
    size: int, rate: float, most: int, contributions: list[float], epsilon: float
) -> None:
    scheme = TruncatedPoisson(rate, most, size)
    larger, smaller = (sums_of(cut_batches(n, rate, most), contributions) for n in (size, size - 1))
    for way, p, q in ((Remove, larger, smaller), (Insert, smaller, larger)):
        found = bound(Gaussian(0.8), scheme, way, epsilon)
        assert noisy_hockey_stick(p, q, 0.8, epsilon) <= found.upper + 1e-6
    alone = [0.0] * (size - 1) + [1.0]
    p, q = (sums_of(cut_batches(n, rate, most), alone) for n in (size, size - 1))
    assert bound(Gaussian(0.8), scheme, Remove, epsilon).lower <= noisy_hockey_stick(p, q, 0.8, epsilon) + 1e-6


@pytest.mark.parametrize(("size", "most"), [(3, 1), (3, 2), (4, 1)])
def test_no_yes_or_no_about_a_batch_gives_more_away(size: int, most: int) -> None:
    """Every function of the batch, told by randomised response, in both directions."""
    larger, smaller = (cut_batches(n, 0.4, most) for n in (size, size - 1))
    batches = sorted(larger)
    scheme = TruncatedPoisson(0.4, most, size)
    for epsilon in (0.0, 0.1, 0.3):
        for way, p, q in ((Remove, larger, smaller), (Insert, smaller, larger)):
            answers = (dict(zip(batches, bits, strict=True)) for bits in product((0, 1), repeat=len(batches)))
            worst = max(answered_hockey_stick(p, q, answer.__getitem__, 0.8, epsilon) for answer in answers)
            found = bound(RandomizedResponse(0.8), scheme, way, epsilon)
            assert found.lower - 1e-12 <= worst <= found.upper + 1e-12


@settings(max_examples=25)
@given(size=st.integers(2, 60), rate=st.floats(0.01, 0.9), most=st.integers(1, 40), epsilon=st.floats(0.0, 3.0))
def test_never_above_the_total_variation_bound(size: int, rate: float, most: int, epsilon: float) -> None:
    for steps in (1, 5):
        cut = account(steps * Step(Gaussian(1.0), TruncatedPoisson(rate, most, size)), AddRemove(), rtol=1e-3)
        plain = account(steps * Step(Gaussian(1.0), Poisson(rate)), AddRemove(), rtol=1e-3).delta(epsilon)
        tau, other = probability_of_more(size, rate, most), probability_of_more(size - 1, rate, most)
        both = max(tau + math.exp(epsilon) * other, other + math.exp(epsilon) * tau)
        assert cut.delta(epsilon).lower <= plain.upper + steps * both + 1e-12


def test_a_cut_that_never_takes_effect_is_poisson_sampling() -> None:
    (found,) = truncated(Gaussian(1.0), TruncatedPoisson(0.1, 10, 10), Change(removed=1))
    assert (found.theorem, found.tight) == ("U", True)
    rare = account(100 * Step(Gaussian(1.0), TruncatedPoisson(0.01, 1000, 20_000)), AddRemove()).epsilon(1e-5)
    plain = account(100 * Step(Gaussian(1.0), Poisson(0.01)), AddRemove()).epsilon(1e-5)
    assert rare.upper == pytest.approx(plain.upper, rel=2e-3)


def test_what_is_told() -> None:
    (found,) = truncated(Gaussian(1.0), GOLDEN, Change(inserted=1))
    assert (found.theorem, found.tight, found.tight_once) == ("TRUNC", False, False)
    assert "with probability 0.5 the batch is full" in found.distance
    assert "for the 4 records stated" in found.note


@pytest.mark.parametrize("relation", [Substitute(), AddRemove(2)])
def test_more_than_one_record_is_refused(relation: Substitute | AddRemove) -> None:
    with pytest.raises(CannotAnswer, match="batches cut at 2 records under"):
        account(1 * Step(Gaussian(1.0), GOLDEN), relation)


def test_routes() -> None:
    step = Step(Gaussian(1.0), GOLDEN)
    assert account(1 * step, AddRemove(), route="specific").delta(0.4).upper == pytest.approx(0.1293453936, rel=1e-6)
    with pytest.raises(CannotAnswer, match="route for random allocation and for batches that are cut"):
        account(1 * step, AddRemove(), route="agnostic")
    box = account(1 * Step(EpsilonDelta(0.5, 1e-6), GOLDEN), AddRemove()).epsilon(1e-5)
    assert 0.0 < box.lower <= box.upper < 0.5
