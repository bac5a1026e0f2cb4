"""Distances between batches as mechanisms see them."""

from __future__ import annotations

import math

import numpy as np
import pytest

from tightdp.errors import CannotAnswer
from tightdp.mechanisms import (
    AbstractMechanism,
    DiscreteGaussian,
    DiscreteLaplace,
    EpsilonDelta,
    Gaussian,
    Laplace,
    Profile,
    RandomizedResponse,
    Together,
)
from tightdp.relations import Change
from tightdp.schemes import BatchTypes
from tightdp.transport.reach import distances, group_pair, reach_of

MISSING, EXTRA = np.array([1, 0, 2, 1, 0]), np.array([0, 2, 1, 1, 0])
EPSILONS = np.array([-1.0, 0.0, 0.3, 1.0])


@pytest.mark.parametrize(
    ("mechanism", "wanted"),
    [
        (Gaussian(1.0), [1, 2, 3, 2, 0]),
        (Laplace(1.0, 0.5), [1, 2, 1.5, 0.5, 0]),
        (DiscreteGaussian(1.0, 1), [1, 2, 2, 1, 0]),
        (DiscreteLaplace(1.0), [1, 2, 3, 2, 0]),
        (RandomizedResponse(0.8), [1, 1, 1, 1, 0]),
        (EpsilonDelta(1.0), [1, 2, 2, 1, 0]),
        (EpsilonDelta(1.0, unit="add-remove"), [1, 2, 3, 2, 0]),
        (Profile(lambda _: 0.1, unit="substitute"), [math.inf, math.inf, math.inf, 1, 0]),
    ],
    ids=lambda value: type(value).__name__,
)
def test_distances_of_batches(mechanism: AbstractMechanism, wanted: list[float]) -> None:
    assert reach_of(mechanism).between(MISSING, EXTRA).tolist() == wanted


def test_paths_add_up_where_no_difference_is_stated() -> None:
    one = Change(removed=1)
    laws = BatchTypes({"a": 1.0}, {"b": 1.0}, {("a", "m"): one, ("m", "b"): one})
    assert distances(reach_of(Gaussian(1.0)), laws.classes).tolist() == [[0, 2, 1], [2, 0, 1], [1, 1, 0]]
    apart = BatchTypes({"a": 1.0}, {"b": 1.0}, {})
    assert distances(reach_of(Gaussian(1.0)), apart.classes)[0, 1] == math.inf
    assert distances(reach_of(RandomizedResponse(0.8)), apart.classes)[0, 1] == 1.0


def test_distances_off_every_lattice_are_rounded_up() -> None:
    """One and a record replaced at 0.3141592: the pair of the exact distance lies just below."""
    mechanism = Gaussian(1.0, substitution_sensitivity=0.31415926)
    pair = reach_of(mechanism).star({0.0: 0.5, 1.31415926: 0.3, 1.0: 0.2}, {0.0: 1.0}).pair
    exact = reach_of(Gaussian(1.0)).star({0.0: 0.5, 1.314: 0.3, 1.0: 0.2}, {0.0: 1.0}).pair
    assert bool(np.all(pair.hockey_stick(EPSILONS) >= exact.hockey_stick(EPSILONS)))
    assert np.allclose(pair.hockey_stick(EPSILONS), exact.hockey_stick(EPSILONS), rtol=5e-3)


def test_fractions_of_records_keep_their_lattice() -> None:
    pair = reach_of(Laplace(0.8, 0.5)).star({0.5: 1.0}, {0.0: 1.0}).pair
    assert np.allclose(pair.hockey_stick(EPSILONS), Laplace(1.6).group_pair(1, "add-remove").hockey_stick(EPSILONS))


def test_group_pairs_from_nothing_to_everything() -> None:
    reach = reach_of(Gaussian(1.0))
    assert group_pair(reach, 0.0).is_trivial
    assert group_pair(reach, math.inf).hockey_stick(EPSILONS).tolist() == [1.0] * 4
    wanted = Gaussian(1.0).group_pair(2, "add-remove").hockey_stick(EPSILONS)
    assert np.array_equal(group_pair(reach, 2.0).hockey_stick(EPSILONS), wanted)


def test_several_releases_are_refused() -> None:
    with pytest.raises(CannotAnswer, match="no worst case at given batch distances is known for it"):
        reach_of(Together((Gaussian(1.0), Laplace(1.0))))
