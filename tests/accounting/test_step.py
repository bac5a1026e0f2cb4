"""Steps add and repeat; programs are sums of steps in which the order does not matter."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tightdp import FullBatch, Gaussian, InvalidInput, Laplace, Poisson, Program, RandomAllocation, Step
from tightdp.accounting.step import MOST_STEPS

A = Step(Gaussian(1.0), Poisson(0.01))
B = Step(Laplace(2.0), FullBatch())


@given(m=st.integers(0, 1000), n=st.integers(0, 1000))
def test_repeating_and_adding(m: int, n: int) -> None:
    assert m * A + n * A == (m + n) * A
    assert m * A + n * B == Program(((A, m), (B, n)))
    assert n * (m * A) == (m * n) * A
    assert (m * A).steps == m
    assert A * m == m * A
    assert (m * A) * n == n * (m * A)


def test_equal_steps_are_merged_though_they_are_other_objects() -> None:
    again = Step(Gaussian(1.0), Poisson(0.01))
    assert (A + again).parts == ((A, 2),)


def test_sum_works() -> None:
    assert sum([A, B, A], Program()) == 2 * A + B
    assert sum([2 * A, 1 * B]) == 2 * A + B
    assert sum([A, B]) == A + B


def test_steps_taken_no_time_vanish() -> None:
    assert Program() == 0 * A
    assert (0 * A + B).parts == ((B, 1),)
    assert Program().steps == 0


@pytest.mark.parametrize("times", [-1, 1.5, True, "3", None, float("nan")])
def test_a_bad_number_of_steps(times: object) -> None:
    with pytest.raises(InvalidInput, match=re.escape(f"steps must be a whole number >= 0, got {times!r}")):
        _ = A * times  # type: ignore[operator]
    with pytest.raises(InvalidInput, match="steps must be a whole number >= 0, got"):
        Program(((A, times),))  # type: ignore[arg-type]
    with pytest.raises(InvalidInput, match="times must be a whole number >= 0, got"):
        _ = Program(((A, 1),)) * times  # type: ignore[operator]


def test_too_many_steps() -> None:
    assert (MOST_STEPS * A).steps == MOST_STEPS
    with pytest.raises(InvalidInput, match=f"steps must be at most {MOST_STEPS} in total, got {MOST_STEPS + 1}"):
        _ = MOST_STEPS * A + B


def test_parts_that_are_no_steps() -> None:
    with pytest.raises(InvalidInput, match=re.escape("step must be a Step(mechanism, scheme), got 3")):
        Program(((3, 1),))  # type: ignore[arg-type]
    with pytest.raises(InvalidInput, match="summand must be a Step or a Program, got 1"):
        _ = 1 + A * 1
    with pytest.raises(InvalidInput, match="summand must be a Step or a Program, got 2"):
        _ = 2 + A
    with pytest.raises(TypeError, match="unsupported operand"):
        _ = A * 1 + 3  # type: ignore[operator]


def test_arguments_in_the_wrong_places() -> None:
    with pytest.raises(InvalidInput, match="mechanism must be a mechanism, such as Gaussian"):
        Step(Poisson(0.1), Gaussian(1.0))  # type: ignore[arg-type]
    with pytest.raises(InvalidInput, match="scheme must be a sampling scheme, such as Poisson"):
        Step(Gaussian(1.0), 0.01)  # type: ignore[arg-type]


def test_a_pass_of_random_allocation_is_many_releases() -> None:
    run = 3 * Step(Gaussian(1.0), RandomAllocation(100)) + 5 * Step(Gaussian(1.0), Poisson(0.1))
    assert (run.steps, run.releases) == (8, 305)
