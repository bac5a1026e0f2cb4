"""The largest answer over all directions, refined only where it decides."""

from __future__ import annotations

from tightdp import Gaussian, Laplace, Poisson, RandomizedResponse, Step, WithoutReplacement, WithReplacement
from tightdp.accounting.direction import Direction, direction
from tightdp.accounting.worst import bracket, delta_at, epsilon_at, loose_rtol, seen_at, worst
from tightdp.numerics.bound import Bound
from tightdp.relations import AddRemove, Change, Substitute


def directions(step: Step, relation: AddRemove | Substitute, count: int) -> tuple[Direction, ...]:
    return tuple(direction(count * step, change, "tightest") for change in relation.directions())


def test_the_worst_direction_is_the_largest_of_all_fine_ones() -> None:
    for step in (Step(Gaussian(1.0), Poisson(0.02)), Step(Laplace(1.0), Poisson(0.5))):
        ways = directions(step, AddRemove(3), 50)
        fine = [bracket(one, epsilon_at(1e-6), 1e-3).bound for one in ways]
        found = worst(ways, epsilon_at(1e-6), 1e-3).bound
        assert found.upper == max(bound.upper for bound in fine)
        assert found.lower >= max(bound.lower for bound in fine) * (1.0 - 1e-3)
        assert found.relative_gap <= 1e-3


def test_insertion_can_be_the_worse_direction_of_a_composition() -> None:
    """Laplace, rate 1/2, two steps: removal is worse once, insertion twice (theory 3.6)."""
    step = Step(Laplace(1.0), Poisson(0.5))

    delta = delta_at(0.23)
    once, twice = directions(step, AddRemove(), 1), directions(step, AddRemove(), 2)
    assert abs(worst(once, delta, 1e-6).bound.upper - 0.1264539200275909) <= 1e-9
    bound = worst(twice, delta, 1e-6).bound
    assert bound.lower <= 0.174239434774871 <= bound.upper
    assert bracket(twice[0], delta, 1e-6).bound.upper < 0.1553


def test_witnesses_bound_from_below_and_the_pair_from_above() -> None:
    one = direction(2 * Step(RandomizedResponse(0.75), WithoutReplacement(4, 1)), Change(substituted=1), "tightest")
    bound = bracket(one, delta_at(0.25), 1e-6).bound
    assert abs(bound.lower - 0.0806210286425404) <= 1e-7
    assert abs(bound.upper - 0.10086864582806462) <= 1e-7


def test_a_glance_holds_and_is_close_sideways() -> None:
    (one, *_) = directions(Step(Gaussian(1.0), Poisson(0.02)), AddRemove(), 500)
    for epsilon in (0.0, 0.5, 2.0, 4.0):
        seen, close = bracket(one, seen_at(epsilon), 1e-2).bound, bracket(one, delta_at(epsilon), 1e-4).bound
        assert seen.lower <= close.upper
        assert seen.upper >= close.lower
        sideways = bracket(one, delta_at(0.98 * epsilon), 1e-4).bound
        assert seen.upper <= sideways.upper * 1.01


def test_the_witness_that_reaches_furthest_is_asked_closely() -> None:
    one = direction(20 * Step(Gaussian(1.0), WithReplacement(50, 10)), Change(substituted=3), "tightest")
    assert len(one.below) > 1
    found = bracket(one, epsilon_at(1e-6), 1e-3).bound
    every = [program.epsilon(1e-6, 1e-3).bound.lower for program in one.below]
    assert found.lower == max(every)


def test_ends_that_are_apart_allow_loose_ones() -> None:
    assert loose_rtol(Bound(1.0, 1.04)) == 0.0
    assert loose_rtol(Bound(1.0, 1.1)) == 0.25 * Bound(1.0, 1.1).relative_gap
    assert loose_rtol(Bound(1.0, 2.0)) == loose_rtol(Bound(0.0, 1.0)) == 0.05
