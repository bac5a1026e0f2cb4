from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from mechanisms.closeness import close
from tightdp.errors import CannotAnswer, InvalidInput
from tightdp.mechanisms import Profile
from twins.stated_profiles import GaussianProfile, LeakyProfile

STATED = GaussianProfile(1.1)
POINTS = np.array([0.0, 1e-7, 0.003, 0.3, 0.9, 1.7, 3.1, 6.0])


def constant(value: float) -> Profile:
    return Profile(lambda _: value)


@pytest.mark.parametrize("value", [None, 1.0, "x"])
def test_the_function_is_callable(value: Any) -> None:
    with pytest.raises(InvalidInput, match="a function from epsilon to delta"):
        Profile(value)


@pytest.mark.parametrize("value", ["remove", None])
def test_the_unit_is_one_of_three(value: Any) -> None:
    with pytest.raises(InvalidInput, match="unit must be 'either', 'add-remove' or 'substitute'"):
        Profile(STATED, value)


@pytest.mark.parametrize("value", [-0.1, 1.1, float("nan")])
def test_values_are_probabilities(value: float) -> None:
    with pytest.raises(InvalidInput, match=r"profile must be a function with values in \[0, 1\]"):
        constant(value).group_pair(1, "add-remove")


@pytest.mark.parametrize("stated", [STATED, LeakyProfile(0.8, 0.01), GaussianProfile(0.3), GaussianProfile(15.0)])
def test_the_pair_is_above_and_the_witness_below_the_function(stated: Any) -> None:
    """Also for eps < 0, where a symmetric profile is the mirror image of the one for eps > 0."""
    (found,) = Profile(stated).extremal((0.0, 1.0), (1.0,), "substitute")
    exact = np.array([stated(e) for e in POINTS.tolist()])
    mirrored = -np.expm1(-POINTS) + np.exp(-POINTS) * exact
    for epsilons, known in ((POINTS, exact), (-POINTS, mirrored)):
        above, below = found.pair.hockey_stick(epsilons), found.witnesses[0].hockey_stick(epsilons)
        assert bool(np.all(above >= known * (1.0 - 1e-12) - 1e-15))
        assert bool(np.all(below <= known * (1.0 + 1e-12) + 1e-15))
        heavy = known > 1e-3
        np.testing.assert_allclose(above[heavy], known[heavy], rtol=2e-3)
        np.testing.assert_allclose(below[heavy], known[heavy], rtol=0.06)
    assert not found.tight


def test_masses_of_a_group_add_up_to_one() -> None:
    """The formula for groups alone is no profile: near eps = 0 it is not convex across the mirror."""
    for size in (1, 2, 3, 5):
        pair: Any = Profile(LeakyProfile(0.6, 0.01)).group_pair(size, "add-remove")
        assert np.exp(pair.log_p).sum() + pair.p_infinite == close(1.0, 1e-9)
        assert np.exp(pair.log_q).sum() + pair.q_infinite == close(1.0, 1e-9)


def test_the_group_profile_is_the_black_box_bound() -> None:
    wide = GaussianProfile(4.0)
    box = Profile(wide)
    assert box.group_profile(1, 0.4) == wide(0.4)
    assert box.group_profile(3, 0.9) == close(wide(0.3) * (1.0 + math.exp(0.3) + math.exp(0.6)))
    assert box.group_profile(2, 0.0) == 2.0 * wide(0.0)
    assert box.group_profile(20, 0.0) == 1.0
    assert box.group_profile(20, 1.0) == 1.0
    assert constant(0.0).group_profile(3, 1.0) == 0.0
    assert Profile(LeakyProfile(0.1, 0.0)).group_profile(2, 0.0) == close(2.0 * math.tanh(0.05))
    assert box.group_profile(3, 900.0) == 0.0


def test_group_profiles_may_be_given() -> None:
    given = Profile(STATED, group_profiles=STATED.of_group)
    assert given.group_profile(3, 0.9) == STATED.of_group(3, 0.9) < Profile(STATED).group_profile(3, 0.9)
    at = np.array([0.9])
    assert given.group_pair(3, "add-remove").hockey_stick(at)[0] == close(STATED.of_group(3, 0.9), 1e-3)


def test_a_replaced_record_counts_twice_where_only_coming_and_going_is_known() -> None:
    box = Profile(STATED, "add-remove")
    at = np.array([0.4, 1.2])
    twice = box.group_pair(2, "add-remove").hockey_stick(at)
    assert box.group_pair(1, "substitute").hockey_stick(at).tolist() == twice.tolist()


def test_sizes_that_change_are_refused_where_only_replacing_is_known() -> None:
    with pytest.raises(CannotAnswer, match="batches of different size may be perfectly distinguishable"):
        Profile(STATED, "substitute").group_pair(1, "add-remove")
