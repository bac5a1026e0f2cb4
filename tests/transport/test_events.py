"""Choices of events and their plans."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
import pytest

from tightdp.mechanisms import AbstractMechanism, EpsilonDelta, Gaussian
from tightdp.relations import Change
from tightdp.schemes import BatchTable, Poisson, WithoutReplacement
from tightdp.transport.events import Plan, Transport, by_distance, by_type, direct
from tightdp.transport.own_laws import transport_problem
from tightdp.transport.stars import star
from twins.own_tables import tabulated


def problem(mechanism: AbstractMechanism, table: BatchTable) -> Transport:
    return transport_problem(mechanism, table)


def poisson(mechanism: AbstractMechanism, change: Change) -> Transport:
    table = tabulated(Poisson(0.25), change).laws_of(change)
    return transport_problem(mechanism, table)


def masses(plan: Plan) -> tuple[float, float]:
    p = sum(w for one in plan.stars for _, w in one.p)
    return p, sum(w for one in plan.stars for _, w in one.q)


def test_poisson_groups_are_one_star() -> None:
    """S24 section 4: conditioned on the number of group members, a compatible coupling of K + 2 laws."""
    plan = by_distance(poisson(Gaussian(1.0), Change(removed=2, inserted=1)))
    wanted = star([(0.0, 0.5625), (1.0, 0.375), (2.0, 0.0625)], [(0.0, 0.75), (1.0, 0.25)])
    assert len(plan.stars) == 1
    assert plan.stars[0].p == tuple((d, pytest.approx(w)) for d, w in wanted.p)
    assert plan.stars[0].q == tuple((d, pytest.approx(w)) for d, w in wanted.q)
    assert plan.incompatible == ()


def test_sizes_are_events_of_their_own_for_replaced_records() -> None:
    """Known under substitution only, batches of different sizes cannot be compared: one star for each size."""
    asked = poisson(EpsilonDelta(0.5, unit="substitute"), Change(substituted=1))
    broken, plan = by_distance(asked), by_type(asked)
    assert broken.incompatible
    assert math.inf in {d for one in broken.stars for d, _ in one.p}
    assert plan.incompatible == ()
    assert {d for one in plan.stars for d, _ in (*one.p, *one.q)} == {0.0, 1.0}


def test_one_event_couples_directly() -> None:
    change = Change(substituted=1)
    table = tabulated(WithoutReplacement(4, 2), change).laws_of(change)
    plan = direct(transport_problem(Gaussian(1.0), table))
    assert plan.theorem == "S24/T3.3"
    assert {d for one in plan.stars for d, _ in one.p} == {0.0, 2.0}


@pytest.mark.parametrize("choose", [by_distance, by_type, direct])
def test_plans_hold_all_mass(choose: Callable[[Transport], Plan]) -> None:
    for change in (Change(removed=2), Change(1, 2), Change(substituted=2)):
        for mechanism in (Gaussian(1.0, 0.7), EpsilonDelta(0.5, unit="substitute")):
            assert masses(choose(poisson(mechanism, change))) == pytest.approx((1.0, 1.0))


def test_shared_batches_of_other_proportions_are_an_event() -> None:
    table = BatchTable({("a",): 0.5, ("b",): 0.3, ("r",): 0.2}, {("a",): 0.5, ("b",): 0.5})
    plan = by_distance(problem(Gaussian(1.0), table))
    assert masses(plan) == pytest.approx((1.0, 1.0))
    assert len(plan.stars) > 1


def test_laws_without_shared_batches_are_coupled() -> None:
    table = BatchTable({("a", "r"): 0.5, ("b", "r"): 0.5}, {("a",): 0.5, ("b",): 0.5})
    for choose in (by_distance, by_type, direct):
        assert choose(problem(Gaussian(1.0), table)).stars == (star([(1.0, 1.0)], [(0.0, 1.0)]),)


def test_a_block_that_only_one_side_has_is_revealed() -> None:
    table = BatchTable({("a",): 0.5, ("a", "b"): 0.5}, {("a",): 1.0})
    plan = by_type(problem(EpsilonDelta(0.5, unit="substitute"), table))
    assert (math.inf, 0.5) in {entry for one in plan.stars for entry in one.p}


def test_swapped_laws_change_places() -> None:
    asked = poisson(Gaussian(1.0), Change(removed=1))
    assert np.array_equal(asked.swapped().classes.p, asked.classes.q)
    assert asked.costs()[0, 0] == 0.0
    assert asked.shared.tolist() == [i for i, w in enumerate(asked.classes.q) if w > 0.0]
