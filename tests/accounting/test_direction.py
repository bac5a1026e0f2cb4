"""From steps and a change to programs of pairs above and below."""

from __future__ import annotations

from tightdp import (
    EpsilonDelta,
    FullBatch,
    Gaussian,
    Laplace,
    Poisson,
    RandomAllocation,
    RandomizedResponse,
    Step,
    Together,
    WithoutReplacement,
)
from tightdp.accounting.direction import chain_of, direction, link_programs
from tightdp.accounting.group_losses import GroupLosses
from tightdp.accounting.loss_program import NoLoss, OnePair
from tightdp.relations import Change


def test_a_tight_direction_is_its_own_witness() -> None:
    found = direction(10 * Step(Gaussian(1.0), Poisson(0.1)), Change(removed=1), "tightest")
    assert found.tight
    assert len(found.above) == 1
    assert found.below == ()
    assert found.reason.theorems == ("U",)


def test_an_upper_bound_brings_witnesses_and_a_mixture_of_them() -> None:
    program = 3 * Step(RandomizedResponse(0.75), WithoutReplacement(4, 1))
    found = direction(program, Change(substituted=1), "tightest")
    assert not found.tight
    # both corners throughout, and the two in turn
    assert len(found.below) == 3


def test_one_step_needs_no_mixture() -> None:
    found = direction(1 * Step(RandomizedResponse(0.75), WithoutReplacement(4, 1)), Change(substituted=1), "tightest")
    assert found.tight
    assert len(found.below) == 2


def test_a_bound_of_two_kinds_is_asked_both_ways() -> None:
    program = 5 * Step(Gaussian(2.0), WithoutReplacement(100, 10)) + 2 * Step(Laplace(2.0), Poisson(0.1))
    found = direction(program, Change(substituted=2), "tightest")
    (both,) = found.above
    assert isinstance(both, GroupLosses)
    assert (len(both.own), len(both.links), both.size) == (2, 1, 2)
    assert set(found.reason.theorems) == {"B18/T9", "U", "GP"}


def test_a_chain_of_one_record_changes() -> None:
    run = 5 * Step(EpsilonDelta(0.5), WithoutReplacement(50, 5))
    assert link_programs(run, Change(removed=1), 1 << 20) == ()
    assert len(link_programs(run, Change(removed=2, inserted=1), 1 << 20)) == 2
    # with 12 of 13 records gone there are no batches of two left
    assert link_programs(5 * Step(EpsilonDelta(0.5), WithoutReplacement(13, 2)), Change(removed=12), 1 << 20) == ()
    found = direction(run, Change(removed=2), "agnostic")
    assert not any(isinstance(program, GroupLosses) for program in found.above)


def test_steps_that_reveal_nothing_are_no_loss() -> None:
    found = direction(5 * Step(Gaussian(1.0), Poisson(0.0)), Change(removed=1), "tightest")
    assert isinstance(found.above[0], NoLoss)


def test_gaussian_steps_without_sampling_become_one_pair() -> None:
    program = 9 * Step(Gaussian(3.0), FullBatch()) + 16 * Step(Gaussian(4.0), Poisson(1.0))
    (above,) = direction(program, Change(removed=1), "tightest").above
    assert isinstance(above, OnePair)


def test_a_rounded_pair_is_not_its_own_witness() -> None:
    found = direction(10 * Step(Together((Gaussian(1.0), Laplace(3.0))), Poisson(0.1)), Change(removed=1), "tightest")
    assert found.tight
    assert len(found.above) == len(found.below) == 1
    assert found.below[0].delta(1.0, 1e-3).bound.lower <= found.above[0].delta(1.0, 1e-3).bound.upper


def test_replaced_records_of_an_allocation_leave_before_others_come() -> None:
    run = 2 * Step(Gaussian(2.0), RandomAllocation(8))
    assert chain_of(run, Change(substituted=3)) == Change(removed=3, inserted=3)
    assert chain_of(run, Change(removed=3)) == Change(removed=3)
    assert chain_of(run + Step(Gaussian(1.0), FullBatch()), Change(substituted=1)) == Change(removed=1, inserted=1)
    assert chain_of(2 * Step(Gaussian(2.0), Poisson(0.1)), Change(substituted=3)) == Change(substituted=3)
    found = direction(run, Change(substituted=1), "tightest")
    (both,) = found.above
    assert isinstance(both, GroupLosses)
    assert both.size == 2
    assert not found.tight


def test_groups_of_an_allocation_are_a_chain() -> None:
    run = 2 * Step(Gaussian(2.0), RandomAllocation(8))
    (one,) = direction(run, Change(removed=1), "tightest").above
    (two,) = direction(run, Change(removed=2), "tightest").above
    single, pair = one.epsilon(1e-5, 1e-2).bound.upper, two.epsilon(1e-5, 1e-2).bound.upper
    assert 2.0 * single < pair < 4.0 * single
