from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from laws.cells import MECHANISMS, shown
from tightdp.errors import CannotAnswer, InvalidInput
from tightdp.mechanisms import (
    AbstractMechanism,
    DiscreteGaussian,
    EpsilonDelta,
    Gaussian,
    Laplace,
    Profile,
    RandomizedResponse,
)
from tightdp.pairs.shift_mixture import ShiftMixture
from tightdp.pairs.spliced import Spliced
from tightdp.relations import Change
from tightdp.schemes import FullBatch, Poisson, WithoutReplacement, WithReplacement
from tightdp.transport import ROUTES, Route, dominate

EPSILONS = np.array([-1.5, -0.2, 0.0, 0.3, 0.9, 2.0])


def profile(mechanism: AbstractMechanism, change: Change, route: Route = "tightest") -> list[float]:
    (found,) = dominate(mechanism, FullBatch(), change, route)
    return found.pair.hockey_stick(EPSILONS).tolist()


def test_the_routes() -> None:
    assert ROUTES == ("tightest", "specific", "agnostic")


@pytest.mark.parametrize("mechanism", [EpsilonDelta(1.0), Profile(lambda _: 0.1)])
def test_a_black_box_has_no_specific_route(mechanism: AbstractMechanism) -> None:
    with pytest.raises(CannotAnswer, match="a black box has no noise law to be specific about") as caught:
        dominate(mechanism, Poisson(0.1), Change(removed=1), "specific")
    assert caught.value.asked == f"the mechanism-specific route for {type(mechanism).__name__}"
    assert "'tightest' or 'agnostic'" in caught.value.instead


def test_the_default_is_the_pair_of_mixtures() -> None:
    (found,) = dominate(Gaussian(1.0), Poisson(0.2), Change(removed=2, inserted=1))
    assert isinstance(found.pair, ShiftMixture)
    assert (found.theorem, found.tight) == ("U", True)


@pytest.mark.parametrize("scheme", [WithoutReplacement(8, 3), WithReplacement(8, 3)])
def test_substitution_in_batches_of_fixed_size_offers_both_bounds(scheme: Any) -> None:
    """Neither of them is best at every eps, so the accountant tries both; one drawn record has one that is attained."""
    found = dominate(Gaussian(1.0), scheme, Change(substituted=2))
    assert [each.theorem for each in found] == ["B18/T9" if scheme.name == "without-replacement" else "B18/T10", "U"]
    assert isinstance(found[0].pair, Spliced)
    (single,) = dominate(Gaussian(1.0), WithoutReplacement(8, 3), Change(substituted=1))
    assert (single.theorem, single.tight, single.tight_once) == ("B18/T9", False, True)


def test_one_inserted_and_one_removed_record_are_one_replaced_record() -> None:
    for scheme in (FullBatch(), Poisson(0.3), WithoutReplacement(8, 3), WithReplacement(8, 3)):
        for mechanism in MECHANISMS[:9]:
            rows = [
                [each.pair.hockey_stick(EPSILONS).tolist() for each in dominate(mechanism, scheme, change)]
                for change in (Change(removed=1, inserted=1), Change(substituted=1))
            ]
            assert rows[0] == rows[1]


@pytest.mark.parametrize("mechanism", MECHANISMS, ids=shown)
@pytest.mark.parametrize("change", [Change(removed=1), Change(substituted=1)])
def test_the_full_batch_is_the_mechanism_itself(mechanism: AbstractMechanism, change: Change) -> None:
    if getattr(mechanism, "unit", None) == "substitute" and change.removed:
        return
    unit = "add-remove" if change.removed else "substitute"
    for route in ROUTES:
        assert profile(mechanism, change, route) == mechanism.group_pair(1, unit).hockey_stick(EPSILONS).tolist()


@pytest.mark.parametrize(
    "mechanism",
    [Gaussian(1.0, 1.0), Gaussian(1.0), Laplace(0.8, 0.5), DiscreteGaussian(1.0, 1), RandomizedResponse(0.7)],
)
def test_as_many_inserted_as_removed_in_the_full_batch(mechanism: AbstractMechanism) -> None:
    """The default route failed on its table of theorems, and a record's replacement may move less than twice."""
    for size in (1, 2, 3):
        change = Change(removed=size, inserted=size)
        known = mechanism.group_pair(size, "substitute").hockey_stick(EPSILONS)
        for route in ROUTES:
            np.testing.assert_allclose(profile(mechanism, change, route), known, rtol=1e-12, atol=1e-15)


def test_groups_of_the_full_batch() -> None:
    """Without sampling the distances add up; a black box pays by its group profiles."""
    change = Change(removed=2, inserted=1)
    known = Gaussian(1.0).group_pair(3, "add-remove").hockey_stick(EPSILONS)
    np.testing.assert_allclose(profile(Gaussian(1.0), change), known, rtol=1e-12, atol=1e-15)
    assert profile(Gaussian(1.0), change, "agnostic") == known.tolist()
    box = EpsilonDelta(0.4, 0.01)
    assert profile(box, change) == box.group_pair(3, "add-remove").hockey_stick(EPSILONS).tolist()
    (found,) = dominate(box, FullBatch(), change)
    assert (found.theorem, found.tight, found.tight_once) == ("EXACT", False, False)
    assert found.distance == "3 changed record(s) of the full batch (add-remove)"


def test_a_full_batch_of_a_box_known_under_substitution() -> None:
    box = EpsilonDelta(0.4, 0.01, "substitute")
    assert profile(box, Change(removed=2, inserted=2)) == profile(box, Change(substituted=2))
    with pytest.raises(CannotAnswer, match="batches of different size may be perfectly distinguishable"):
        dominate(box, FullBatch(), Change(removed=2, inserted=1))


def test_a_change_must_fit_the_data_set() -> None:
    with pytest.raises(InvalidInput, match="group_size must be at most dataset_size = 4, got 5"):
        dominate(Gaussian(1.0), WithoutReplacement(4, 2), Change(removed=5))
    with pytest.raises(CannotAnswer, match="the smaller data set has 1 records and a batch takes 2"):
        dominate(Gaussian(1.0), WithoutReplacement(4, 2), Change(removed=3))
    with pytest.raises(CannotAnswer, match="the smaller data set has no records to draw from"):
        dominate(Gaussian(1.0), WithReplacement(4, 2), Change(inserted=4))


@pytest.mark.parametrize("mechanism", [Gaussian(1.0), RandomizedResponse(0.7, 3), EpsilonDelta(1.0, 0.1)])
def test_the_ends_of_the_rate(mechanism: AbstractMechanism) -> None:
    """Rate 0 reveals nothing, rate 1 is the full batch."""
    for change in (Change(removed=2), Change(inserted=1), Change(substituted=1)):
        for route in ROUTES:
            if isinstance(mechanism, EpsilonDelta) and route == "specific":
                continue
            assert all(each.pair.is_trivial for each in dominate(mechanism, Poisson(0.0), change, route))
        everything = np.min([d.pair.hockey_stick(EPSILONS) for d in dominate(mechanism, Poisson(1.0), change)], axis=0)
        np.testing.assert_allclose(everything, profile(mechanism, change), rtol=1e-9, atol=1e-15)
