from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from planning.plans import POISSON
from tightdp.errors import CannotAnswer, InvalidInput
from tightdp.planning import calibrate_plan

AIMED = replace(POISSON, noise_multiplier=None, target_epsilon=1.0)


def test_the_least_noise_spends_the_target() -> None:
    """C1, C3: one plan for the search and for the report; PG(0.01, z, 1000) at 1e-5 needs z = 1.41462."""
    found = calibrate_plan(AIMED)
    assert found.noise_multiplier == pytest.approx(1.41462, rel=1e-3)
    check = found.check(found.steps)
    assert check.within_target
    assert check.epsilon.upper >= 0.99
    longer = found.check(1300)
    assert (longer.exceeded, longer.within_target) == (True, False)
    assert longer.epsilon.lower > 1.0


def test_the_most_updates_and_what_is_left_unspent() -> None:
    """C8, C9: with noise 1 the target of 1 allows 254 updates."""
    found = calibrate_plan(replace(AIMED, noise_multiplier=1.0), find="updates")
    assert (found.updates, found.epochs) == (254, None)
    unspent = found.check(254, rtol=1e-4).unspent
    assert unspent is not None
    assert 0.0 <= unspent < 1e-3


def test_a_target_without_limit_needs_no_noise() -> None:
    """C4."""
    assert calibrate_plan(replace(AIMED, target_epsilon=float("inf"))).noise_multiplier == 0.0


@pytest.mark.parametrize(
    ("changes", "find", "match"),
    [
        ({"delta": None}, "noise_multiplier", "target_epsilon and delta must be both given"),
        ({"target_epsilon": None}, "noise_multiplier", "must be both given.*Build the plan with"),
        ({}, "batch_size", "find must be one of noise_multiplier, updates"),
        ({}, "updates", "noise_multiplier must be given, or found by calibrate_plan"),
    ],
)
def test_what_has_to_be_given(changes: dict[str, Any], find: Any, match: str) -> None:
    with pytest.raises(InvalidInput, match=match):
        calibrate_plan(replace(AIMED, **changes), find)


def test_what_has_no_answer() -> None:
    with pytest.raises(CannotAnswer, match="one update alone is above it"):
        calibrate_plan(replace(AIMED, noise_multiplier=0.01), "updates")
    with pytest.raises(CannotAnswer, match="a shuffled data set that is cut into batches"):
        calibrate_plan(replace(AIMED, sampling="shuffled"))


def test_updates_of_random_allocation_come_in_passes() -> None:
    plan = replace(POISSON, sampling="random-allocation", dataset_size=10_000, target_epsilon=3.0)
    found = calibrate_plan(plan, find="updates")
    assert found.updates
    assert found.updates % 20 == 0
    assert found.account().epsilon(1e-5).upper <= 3.0
    assert replace(found, updates=found.updates + 1).account().epsilon(1e-5).upper > 3.0
    with pytest.raises(CannotAnswer, match="one pass of 20 updates alone is above it"):
        calibrate_plan(replace(plan, target_epsilon=0.5), find="updates")
