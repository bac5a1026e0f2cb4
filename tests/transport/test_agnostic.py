from __future__ import annotations

import math

import numpy as np
import pytest

from tightdp.errors import CannotAnswer
from tightdp.mechanisms import AbstractMechanism, EpsilonDelta, Gaussian, Laplace, Profile, RandomizedResponse
from tightdp.pairs.swapped import swap
from tightdp.relations import Change
from tightdp.schemes import AbstractScheme, Poisson, WithoutReplacement, WithReplacement
from tightdp.transport.agnostic import agnostic, amplified_sum, sup_profile
from twins.stated_profiles import GaussianProfile

BASES = np.array([0.0, 0.1, 0.4, 1.0, 2.0])


def by_hand(mechanism: AbstractMechanism, scheme: AbstractScheme, change: Change) -> tuple[np.ndarray, np.ndarray]:
    """eps' and ``sum_k p_k d_k(eps)`` for the base eps in ``BASES``."""
    law = scheme.law(change)
    eta = math.fsum(law.p[1:])
    total = np.zeros(len(BASES))
    for k, weight in enumerate(law.p):
        if k:
            total += weight * mechanism.group_pair(k, law.unit).hockey_stick(BASES)
    return np.log1p(eta * np.expm1(BASES)), total


@pytest.mark.parametrize("mechanism", [Gaussian(0.9), Laplace(1.5), RandomizedResponse(0.7), EpsilonDelta(0.6, 0.01)])
@pytest.mark.parametrize(
    ("scheme", "change"),
    [
        (Poisson(0.2), Change(removed=1)),
        (Poisson(0.2), Change(removed=3)),
        (WithoutReplacement(9, 4), Change(removed=2)),
        (WithReplacement(9, 4), Change(removed=1)),
        (WithoutReplacement(9, 4), Change(substituted=2)),
        (WithReplacement(9, 4), Change(substituted=1)),
        (WithoutReplacement(3, 3), Change(substituted=2)),
    ],
)
def test_the_sum_over_drawn_records(mechanism: AbstractMechanism, scheme: AbstractScheme, change: Change) -> None:
    """Theorems 8 to 11 as they are written, for eps' of the base eps."""
    arrived, known = by_hand(mechanism, scheme, change)
    law = scheme.law(change)
    np.testing.assert_allclose(amplified_sum(mechanism, law).hockey_stick(arrived), known, rtol=1e-9, atol=1e-15)
    found = agnostic(mechanism, law, scheme.name)
    np.testing.assert_allclose(found.pair.hockey_stick(arrived), known, rtol=1e-9, atol=1e-15)


@pytest.mark.parametrize(
    ("scheme", "change", "theorem"),
    [
        (Poisson(0.2), Change(removed=1), "B18/T8"),
        (Poisson(0.2), Change(inserted=2), "B18/T7"),
        (Poisson(0.2), Change(substituted=1), "B18/A"),
        (WithoutReplacement(9, 4), Change(inserted=1), "B18/T2"),
        (WithoutReplacement(9, 4), Change(substituted=3), "B18/T9"),
        (WithReplacement(9, 4), Change(removed=2), "B18/T11"),
        (WithReplacement(9, 4), Change(substituted=1), "B18/T10"),
    ],
)
def test_the_theorem_is_named(scheme: AbstractScheme, change: Change, theorem: str) -> None:
    found = agnostic(Gaussian(1.0), scheme.law(change), scheme.name)
    assert found.theorem == theorem
    assert "contribution" in found.distance


def test_insertion_is_removal_the_other_way() -> None:
    epsilons = np.array([-2.0, -0.3, 0.0, 0.1, 0.7])
    for scheme in (Poisson(0.3), WithoutReplacement(8, 3), WithReplacement(8, 3)):
        removed = agnostic(Laplace(1.0), scheme.law(Change(removed=2)), scheme.name)
        inserted = agnostic(Laplace(1.0), scheme.law(Change(inserted=2)), scheme.name)
        known = swap(removed.pair).hockey_stick(epsilons)
        np.testing.assert_allclose(inserted.pair.hockey_stick(epsilons), known, rtol=1e-12, atol=1e-15)


def test_one_record_drawn_once_is_attained() -> None:
    once = agnostic(Gaussian(1.0), WithoutReplacement(8, 3).law(Change(removed=1)), "without-replacement")
    assert (once.tight, once.tight_once) == (True, True)
    often = agnostic(Gaussian(1.0), WithReplacement(8, 3).law(Change(removed=1)), "with-replacement")
    assert (often.tight, often.tight_once) == (False, False)
    replaced = agnostic(Gaussian(1.0), WithoutReplacement(8, 3).law(Change(substituted=1)), "without-replacement")
    assert (replaced.tight, replaced.tight_once) == (False, True)
    assert "another at eps < 0" in replaced.note


def test_what_is_read_from_a_grid_is_not_called_attained() -> None:
    box = Profile(GaussianProfile(1.0))
    for scheme, change in ((Poisson(0.3), Change(removed=1)), (WithoutReplacement(8, 3), Change(substituted=1))):
        found = agnostic(box, scheme.law(change), scheme.name)
        assert not found.tight_once
        at = np.array([0.2])
        assert found.witnesses[0].hockey_stick(at)[0] < found.pair.hockey_stick(at)[0]
    substituted = agnostic(box, Poisson(0.3).law(Change(substituted=1)), "poisson")
    assert not substituted.tight_once


def test_a_rate_of_zero_reveals_nothing() -> None:
    for change in (Change(removed=2), Change(inserted=1), Change(substituted=1)):
        assert agnostic(Gaussian(1.0), Poisson(0.0).law(change), "poisson").pair.is_trivial


def test_a_rate_of_one_is_the_group() -> None:
    found = agnostic(Gaussian(1.0), Poisson(1.0).law(Change(removed=2)), "poisson")
    at = np.array([-0.4, 0.0, 1.3])
    assert found.pair.hockey_stick(at).tolist() == Gaussian(1.0).group_pair(2, "add-remove").hockey_stick(at).tolist()


def test_records_inserted_and_removed_are_refused() -> None:
    law = Poisson(0.3).law(Change(removed=2, inserted=1))
    with pytest.raises(CannotAnswer, match="no distance-compatible coupling with a common event is known") as caught:
        agnostic(Gaussian(1.0), law, "poisson")
    assert "default route" in caught.value.instead


def test_the_reflection_is_a_profile() -> None:
    """Convex in e^eps across 0, not increasing, between the trivial profile and 1."""
    law = WithReplacement(6, 3).law(Change(substituted=2))
    epsilons = np.log(np.linspace(0.01, 6.0, 400))
    for mechanism in (Gaussian(0.8), EpsilonDelta(0.9, 0.02), RandomizedResponse(0.8, 4)):
        values = sup_profile(mechanism, law, "with-replacement").pair.hockey_stick(epsilons)
        assert bool(np.all(np.diff(values, 2) >= -1e-12))
        assert bool(np.all(np.diff(values) <= 1e-15))
        assert bool(np.all(values >= np.maximum(0.0, -np.expm1(epsilons)) - 1e-15))
