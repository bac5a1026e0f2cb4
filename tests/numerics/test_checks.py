from __future__ import annotations

import math
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from tightdp.errors import InvalidInput
from tightdp.numerics.checks import at_least_zero, below_one, nonnegative, probability, real, whole

NOT_NUMBERS: list[Any] = [True, False, "1", b"1", None, 1 + 0j, [1.0], math.nan, 10**400, np.array([1.0, 2.0])]


def any_real(name: str, value: object) -> float:
    return real(name, value, "a number")


@pytest.mark.parametrize("check", [any_real, nonnegative, probability])
@pytest.mark.parametrize("value", [0, 1, 0.5, np.float32(0.5), np.int64(1), Fraction(1, 2), Decimal("0.5")])
def test_numbers_of_other_types_become_floats(check: Callable[[str, object], float], value: Any) -> None:
    number = check("x", value)
    assert type(number) is float
    assert number == float(value)


@pytest.mark.parametrize(
    ("check", "allowed"),
    [
        (any_real, "a number"),
        (nonnegative, "a finite number >= 0"),
        (at_least_zero, "a number >= 0"),
        (probability, r"in \[0, 1\]"),
        (below_one, r"in \[0, 1\)"),
    ],
)
@pytest.mark.parametrize("value", NOT_NUMBERS, ids=repr)
def test_what_is_no_number_is_refused(check: Callable[[str, object], float], allowed: str, value: Any) -> None:
    with pytest.raises(InvalidInput, match=f"x must be {allowed}, got ") as caught:
        check("x", value)
    assert caught.value.value is value


def test_a_real_number_may_be_anywhere_on_the_line() -> None:
    assert [any_real("x", value) for value in (-math.inf, -1, 1e300)] == [-math.inf, -1.0, 1e300]


@pytest.mark.parametrize("value", [-1e-300, -math.inf, math.inf])
def test_nonnegative_numbers_are_finite(value: float) -> None:
    with pytest.raises(InvalidInput, match="sigma must be a finite number >= 0, got"):
        nonnegative("sigma", value)
    assert math.copysign(1.0, nonnegative("sigma", 0.0)) == 1.0


@pytest.mark.parametrize("value", [-1e-300, 1.0 + 1e-15, math.inf])
def test_probabilities_end_at_one(value: float) -> None:
    with pytest.raises(InvalidInput, match=r"rate must be in \[0, 1\], got"):
        probability("rate", value)


@pytest.mark.parametrize("value", [2, np.int8(2), 10**30])
def test_whole_numbers_become_ints(value: Any) -> None:
    number = whole("steps", value, 2)
    assert type(number) is int
    assert number == int(value)


@pytest.mark.parametrize("value", [1, -5, 2.0, "2", b"2", True, None, np.float64(3.0), Fraction(4)], ids=repr)
def test_whole_numbers_have_a_least_value(value: Any) -> None:
    with pytest.raises(InvalidInput, match="steps must be a whole number >= 2, got") as caught:
        whole("steps", value, 2)
    assert caught.value.name == "steps"


def test_ranges_with_an_open_end() -> None:
    assert at_least_zero("x", math.inf) == math.inf
    assert below_one("x", 0) == 0.0
    with pytest.raises(InvalidInput, match="x must be a number >= 0, got -1"):
        at_least_zero("x", -1)
    for value in (1, -0.1):
        with pytest.raises(InvalidInput, match=r"x must be in \[0, 1\), got "):
            below_one("x", value)
