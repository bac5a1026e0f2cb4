from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tightdp.numerics.number_text import exact_text, rounded_down, rounded_up


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_a_printed_bound_is_still_a_bound(value: float) -> None:
    assert float(rounded_down(value)) <= value <= float(rounded_up(value))


@given(st.floats(min_value=1e-300, max_value=1e300))
def test_rounding_moves_by_less_than_the_last_digit(value: float) -> None:
    assert float(rounded_up(value)) - float(rounded_down(value)) <= 1.1e-5 * value


@pytest.mark.parametrize(
    ("value", "down", "up"),
    [
        (5.1927034, "5.1927", "5.19271"),
        (0.0, "0", "0"),
        (-0.0, "0", "0"),
        (1e-30, "1e-30", "1e-30"),
        (12345678.0, "1.23456e+07", "1.23457e+07"),
        (math.inf, "inf", "inf"),
        (2.0, "2", "2"),
        (1.82860359, "1.8286", "1.82861"),
        (7.0661239, "7.06612", "7.06613"),
    ],
)
def test_few_digits_are_printed(value: float, down: str, up: str) -> None:
    assert (rounded_down(value), rounded_up(value)) == (down, up)


@given(st.floats(allow_nan=False))
def test_exact_text_reads_back(value: float) -> None:
    assert float(exact_text(value)) == value


@pytest.mark.parametrize(
    ("value", "text"), [(1e-5, "1e-05"), (2.0, "2"), (0.1, "0.1"), (math.inf, "inf"), (1e20, "1e+20")]
)
def test_exact_text_is_short(value: float, text: str) -> None:
    assert exact_text(value) == text
