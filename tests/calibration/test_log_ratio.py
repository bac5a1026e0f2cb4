from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tightdp.calibration.log_ratio import log_ratio

NUMBERS = st.floats(0.0, math.inf)


@given(NUMBERS, NUMBERS)
def test_the_sign_says_which_one_is_larger(value: float, allowed: float) -> None:
    assert (log_ratio(value, allowed) > 0.0) == (value > allowed)


def test_the_size_is_the_logarithm() -> None:
    assert log_ratio(2.0, 1.0) == pytest.approx(math.log(2.0))
    assert log_ratio(1.0, 2.0) == pytest.approx(-math.log(2.0))
    assert log_ratio(0.0, 1.0) == log_ratio(0.0, 0.0) == log_ratio(1.0, math.inf) == -math.inf
    assert log_ratio(1.0, 0.0) == log_ratio(math.inf, 1.0) == math.inf
    assert log_ratio(math.inf, math.inf) == -math.inf
