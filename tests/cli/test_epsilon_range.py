from __future__ import annotations

import math

import pytest

from tightdp.accounting import Answer, Step, account
from tightdp.cli.epsilon_range import EpsilonRange, epsilons_of
from tightdp.errors import InvalidInput
from tightdp.mechanisms import EpsilonDelta, Laplace
from tightdp.relations import AddRemove
from tightdp.schemes import FullBatch


def answer(step: Step, steps: int = 1) -> Answer:
    return account(steps * step, AddRemove())


LAPLACE = Step(Laplace(1.0), FullBatch())


def test_listed_epsilons_are_sorted() -> None:
    assert epsilons_of(EpsilonRange((2.0, 0.0, 0.5), None, None, None, 21), answer(LAPLACE)) == (
        0.0,
        0.5,
        2.0,
    )


def test_a_range_has_both_ends_and_equal_steps() -> None:
    found = epsilons_of(EpsilonRange((), 1.0, 2.0, 5, 21), answer(LAPLACE))
    assert found == (1.0, 1.25, 1.5, 1.75, 2.0)


def test_a_range_without_end_goes_to_where_delta_is_small() -> None:
    found = epsilons_of(EpsilonRange((), None, None, None, 21), answer(LAPLACE))
    assert len(found) == 21
    assert (found[0], found[-1]) == (0.0, 1.0)


def test_a_range_without_end_stops_where_delta_stops_falling() -> None:
    stuck = Step(EpsilonDelta(0.7, 1e-4), FullBatch())
    assert epsilons_of(EpsilonRange((), None, None, None, 21), answer(stuck))[-1] == pytest.approx(1.0, abs=0.3)


def test_a_range_without_end_fits_a_small_epsilon() -> None:
    quiet = Step(Laplace(25.0), FullBatch())
    assert epsilons_of(EpsilonRange((), None, None, None, 21), answer(quiet))[-1] == pytest.approx(0.04)
    assert epsilons_of(EpsilonRange((), 1.0, None, None, 21), answer(quiet))[-1] == 2.0


def test_a_range_without_end_over_nothing_is_short() -> None:
    assert epsilons_of(EpsilonRange((), None, None, None, 3), answer(LAPLACE, 0)) == (0.0, 0.5, 1.0)


def test_two_kinds_of_epsilons_are_refused() -> None:
    expected = r"given by --epsilon or by a range, not by both, got \['--epsilon', '--from', '--points'\]"
    with pytest.raises(InvalidInput, match=expected):
        EpsilonRange((1.0,), 0.0, None, 3, 21)


@pytest.mark.parametrize("bad", [math.nan, math.inf, -1.0])
def test_epsilons_are_finite_and_not_negative(bad: float) -> None:
    for wanted in ((bad,), None, None), ((), bad, None), ((), None, bad):
        with pytest.raises(InvalidInput, match=f"must be a finite number >= 0, got {bad}"):
            EpsilonRange(*wanted, None, 21)


def test_one_point_is_no_range() -> None:
    with pytest.raises(InvalidInput, match="--points must be a whole number from 2 to 100000, got 1"):
        EpsilonRange((), None, None, 1, 21)


def test_a_range_that_ends_before_it_starts_is_refused() -> None:
    with pytest.raises(InvalidInput, match=r"--to must be above --from, which is 2, got 1.0"):
        epsilons_of(EpsilonRange((), 2.0, 1.0, None, 21), answer(LAPLACE))
