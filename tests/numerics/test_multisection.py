from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tightdp.numerics.multisection import Array, first_below, largest


@given(target=st.floats(1e-300, 0.99), rate=st.floats(1e-6, 1e6))
def test_the_first_point_below_a_level(target: float, rate: float) -> None:
    def falling(x: Array) -> Array:
        return np.exp(-rate * x)

    root = -math.log(target) / rate
    low, high = first_below(falling, target, 0.0, 800.0 / rate)
    assert falling(np.array([low]))[0] > target >= falling(np.array([high]))[0]
    assert high - low <= 4e-16 * high
    assert low == pytest.approx(root, rel=4e-14)


def test_a_jump_is_found_to_the_last_digit() -> None:
    low, high = first_below(lambda x: np.where(x < 1.0 / 3.0, 1.0, 0.0), 0.5, -5.0, 7.0)
    assert low < 1.0 / 3.0 <= high
    assert high - low <= 2e-16


def test_a_level_on_a_plateau_belongs_to_its_first_point() -> None:
    low, high = first_below(lambda x: np.where(x < 2.0, 2.0, np.where(x < 3.0, 1.0, 0.0)), 1.0, 0.0, 8.0)
    assert low < 2.0 <= high
    assert high - low <= 4e-16 * 2.0


@given(top=st.floats(-50.0, 50.0), height=st.floats(1e-3, 1e3), width=st.floats(0.1, 10.0))
def test_the_largest_value(top: float, height: float, width: float) -> None:
    def peak(x: Array) -> Array:
        return height - ((x - top) / width) ** 2

    assert largest(peak, -60.0, 60.0) == pytest.approx(height, rel=1e-9)


@pytest.mark.parametrize(("low", "high", "value"), [(0.0, 1.0, 1.0), (-3.0, -1.0, -1.0), (2.0, 2.0, 2.0)])
def test_the_largest_value_may_be_at_an_end(low: float, high: float, value: float) -> None:
    assert largest(lambda x: x, low, high) == value
    assert largest(lambda x: -x, low, high) == -low


def test_a_kink_is_no_obstacle() -> None:
    assert largest(lambda x: 1.0 - np.abs(x - math.pi), -700.0, 700.0) == pytest.approx(1.0, abs=1e-12)


def test_a_root_too_near_an_end_is_still_bracketed() -> None:
    """Twelve rounds part the interval into 1e25; a root closer to an end than that leaves a wider bracket."""
    low, high = first_below(lambda x: np.where(x < 1e-100, 1.0, 0.0), 0.5, 0.0, 1.0)
    assert low == 0.0
    assert 1e-100 <= high <= 1e-24
