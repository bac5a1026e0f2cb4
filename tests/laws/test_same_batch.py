"""Several releases about one batch lie between their ends, cost more than any of them, and are amplified once."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tightdp import AddRemove, FullBatch, Poisson, Step, Substitute, WithoutReplacement, account
from tightdp.mechanisms import (
    AbstractMechanism,
    DiscreteGaussian,
    DiscreteLaplace,
    EpsilonDelta,
    Gaussian,
    Laplace,
    RandomizedResponse,
    Together,
)
from tightdp.relations import Change
from tightdp.schemes import AbstractScheme
from tightdp.transport import Route, dominate
from twins.same_batch import GaussianAndLaplace, worst_of_two_answers

EPSILONS = (-0.4, 0.0, 0.1, 0.6, 1.5)
SCHEMES: tuple[AbstractScheme, ...] = (FullBatch(), Poisson(0.03), Poisson(0.5), WithoutReplacement(40, 4))
CASES = [
    (Poisson(0.2), Change(removed=1), (0.8, 0.2), (1.0,)),
    (Poisson(0.2), Change(inserted=1), (1.0,), (0.8, 0.2)),
    (Poisson(0.2), Change(substituted=1), (0.8, 0.2), (0.8, 0.2)),
    (Poisson(0.2), Change(removed=2, inserted=1), (0.64, 0.32, 0.04), (0.8, 0.2)),
    (Poisson(0.2), Change(removed=3), (0.512, 0.384, 0.096, 0.008), (1.0,)),
    (FullBatch(), Change(removed=2), (0.0, 0.0, 1.0), (1.0,)),
]


@pytest.mark.parametrize(("scheme", "change", "p", "q"), CASES)
@pytest.mark.parametrize(("sigma", "scale"), [(1.1, 5.0), (0.7, 0.9)])
def test_noise_of_two_kinds_is_between_its_ends(
    scheme: AbstractScheme,
    change: Change,
    p: tuple[float, ...],
    q: tuple[float, ...],
    sigma: float,
    scale: float,
) -> None:
    (found,) = dominate(Together((Gaussian(sigma), Laplace(scale))), scheme, change)
    twin = GaussianAndLaplace(sigma, scale, p, q)
    upper = found.pair.hockey_stick(np.array(EPSILONS))
    lower = found.witnesses[0].hockey_stick(np.array(EPSILONS))
    truth = np.array([twin.delta(epsilon) for epsilon in EPSILONS])
    assert found.tight
    assert bool(np.all(lower <= truth * (1.0 + 1e-8) + 1e-11))
    assert bool(np.all(truth <= upper * (1.0 + 1e-8) + 1e-11))
    assert bool(np.all(upper - lower <= 1e-3 * truth))


@pytest.mark.parametrize(
    ("change", "x", "other", "attained"),
    [
        (Change(removed=1), "ab", "b", True),
        (Change(inserted=1), "b", "ab", True),
        (Change(removed=2), "ab", "", True),
        (Change(substituted=1), "ac", "bc", True),
        (Change(removed=1, inserted=1), "a", "b", False),
    ],
)
def test_two_answers_about_every_batch(change: Change, x: str, other: str, attained: bool) -> None:
    truths, rate, epsilons = (0.7, 0.6), 0.3, np.array([0.0, 0.1, 0.25, 0.5, 0.8])
    truth = worst_of_two_answers(truths, rate, x, other, epsilons)
    found = dominate(Together(tuple(map(RandomizedResponse, truths))), Poisson(rate), change)
    upper = np.min([each.pair.hockey_stick(epsilons) for each in found], axis=0)
    lower = np.max([pair.hockey_stick(epsilons) for pair in found[0].witnesses], axis=0)
    assert bool(np.all(lower <= truth + 1e-14))
    assert bool(np.all(truth <= upper + 1e-14))
    assert not attained or bool(np.all(upper <= truth + 1e-14))


PARTS: st.SearchStrategy[AbstractMechanism] = st.one_of(
    st.builds(Gaussian, st.floats(0.5, 9.0)),
    st.builds(Laplace, st.floats(0.5, 9.0)),
    st.builds(RandomizedResponse, st.floats(0.5, 0.9)),
    st.builds(DiscreteGaussian, st.floats(0.5, 5.0)),
    st.builds(DiscreteLaplace, st.floats(0.5, 5.0)),
    st.builds(EpsilonDelta, st.floats(0.0, 1.0), st.sampled_from([0.0, 1e-6, 1e-3])),
)
CHANGES = (Change(removed=1), Change(inserted=1), Change(substituted=1), Change(removed=2))


@given(one=PARTS, other=PARTS, scheme=st.sampled_from(SCHEMES), change=st.sampled_from(CHANGES))
@settings(max_examples=25, deadline=None)
def test_all_releases_reveal_at_least_what_each_does(
    one: AbstractMechanism, other: AbstractMechanism, scheme: AbstractScheme, change: Change
) -> None:
    epsilons = np.array([-1.0, -0.1, 0.0, 0.05, 0.4, 1.0, 2.0])
    both = np.min(
        [each.pair.hockey_stick(epsilons) for each in dominate(Together((one, other)), scheme, change)], axis=0
    )
    for alone in (one, other):
        for each in dominate(alone, scheme, change):
            for witness in each.witnesses:
                assert bool(np.all(witness.hockey_stick(epsilons) <= both * (1.0 + 1e-9) + 1e-14))


@given(one=PARTS, other=PARTS, scheme=st.sampled_from(SCHEMES), change=st.sampled_from(CHANGES))
@settings(max_examples=25, deadline=None)
def test_witnesses_are_below_every_bound(
    one: AbstractMechanism, other: AbstractMechanism, scheme: AbstractScheme, change: Change
) -> None:
    epsilons = np.array([-1.0, -0.1, 0.0, 0.05, 0.4, 1.0, 2.0])
    for each in dominate(Together((one, other)), scheme, change):
        upper = each.pair.hockey_stick(epsilons)
        for witness in each.witnesses:
            assert bool(np.all(witness.hockey_stick(epsilons) <= upper * (1.0 + 1e-9) + 1e-14))


@pytest.mark.parametrize("steps", [1, 100, 10_000])
def test_a_fresh_batch_for_each_release_costs_less(steps: int) -> None:
    gradients, count, scheme = Gaussian(1.1), Laplace(5.0), Poisson(0.01)
    same = account(steps * Step(Together((gradients, count)), scheme), AddRemove()).epsilon(1e-6)
    fresh = account(steps * Step(gradients, scheme) + steps * Step(count, scheme), AddRemove()).epsilon(1e-6)
    assert fresh.upper < same.lower
    assert same.relative_gap <= 1e-3


def test_without_sampling_same_and_fresh_are_one() -> None:
    gradients, count = Gaussian(1.1), Laplace(5.0)
    same = account(Step(Together((gradients, count)), FullBatch()), AddRemove()).epsilon(1e-6)
    fresh = account(Step(gradients, FullBatch()) + Step(count, FullBatch()), AddRemove()).epsilon(1e-6)
    assert fresh.lower <= same.upper
    assert same.lower <= fresh.upper


@pytest.mark.parametrize(
    ("scheme", "relation", "route"),
    [
        (Poisson(0.1), AddRemove(2), "tightest"),
        (Poisson(0.1), Substitute(), "tightest"),
        (Poisson(0.1), Substitute(), "agnostic"),
        (WithoutReplacement(50, 5), AddRemove(2), "tightest"),
        (WithoutReplacement(50, 5), Substitute(), "agnostic"),
        (FullBatch(), AddRemove(2), "tightest"),
        (FullBatch(), AddRemove(2), "agnostic"),
    ],
)
def test_gaussian_releases_on_one_batch_are_one_gaussian(
    scheme: AbstractScheme, relation: AddRemove | Substitute, route: Route
) -> None:
    three = Together((Gaussian(2.0), Together((Gaussian(3.0), Gaussian(6.0)))))
    merged = account(3 * Step(three, scheme), relation, route=route)
    plain = account(3 * Step(Gaussian((1 / 4 + 1 / 9 + 1 / 36) ** -0.5), scheme), relation, route=route)
    assert merged.tight == plain.tight
    assert merged.epsilon(1e-5).upper == pytest.approx(plain.epsilon(1e-5).upper, rel=1e-9)
    assert merged.epsilon(1e-5).lower == pytest.approx(plain.epsilon(1e-5).lower, rel=1e-9)
