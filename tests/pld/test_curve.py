"""Reading a curve: values, roots and their ends."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tightdp.pld.curve import Curve, Side
from tightdp.pld.readout import MassReadout
from tightdp.pld.tilted_sum import TiltedSum


def curve(side: Side, *, error: float = 0.0, infinite: float = 0.0) -> Curve:
    """Masses 0.2, 0.3, 0.5 at losses 0, 1, 2, with a known error."""
    masses = np.array([0.2, 0.3, 0.5])
    readout = MassReadout(0.0, 1.0, 3, 0.0, masses, error)
    return Curve(TiltedSum(readout, 0.0, 0.0, 0.0, 1.0, 1.0, 0.0, 0.0, infinite), side)


def written(epsilon: float) -> float:
    parts = ((0.0, 0.2), (1.0, 0.3), (2.0, 0.5))
    return sum(mass * (1.0 - math.exp(epsilon - loss)) for loss, mass in parts if loss > epsilon)


@given(epsilon=st.floats(-3.0, 3.0))
def test_a_reading_is_the_sum_as_written(epsilon: float) -> None:
    for side in ("upper", "lower"):
        assert curve(side).read(epsilon).delta == pytest.approx(written(epsilon), rel=1e-12, abs=1e-30)


@given(epsilon=st.floats(-3.0, 1.9))
def test_errors_widen_both_ways(epsilon: float) -> None:
    assert (
        curve("lower", error=1e-6).read(epsilon).delta
        < written(epsilon)
        < curve("upper", error=1e-6).read(epsilon).delta
    )


@given(delta=st.floats(1e-6, 0.3))
def test_epsilon_inverts_delta_on_the_safe_side(delta: float) -> None:
    upper, lower = curve("upper").epsilon(delta, 1.0), curve("lower").epsilon(delta, 1.0)
    assert written(upper) <= delta
    assert lower <= upper
    assert upper - lower <= 1e-11
    if lower > 0.0:
        assert written(lower) >= delta * (1.0 - 1e-12)


def test_delta_above_the_profile_gives_zero() -> None:
    assert curve("upper").epsilon(0.99, 1.0) == 0.0
    assert curve("lower").epsilon(0.99, 1.0) == 0.0


def test_mass_at_infinity() -> None:
    for side in ("upper", "lower"):
        revealed = curve(side, infinite=0.1)
        assert revealed.epsilon(0.05, 1.0) == math.inf
        assert revealed.read(5.0).delta == pytest.approx(0.1)


def test_an_upper_end_that_rounding_spoils_is_infinite() -> None:
    """With an error as large as delta no eps can be vouched for; a lower end then says nothing."""
    readout = MassReadout(0.0, 1.0, 1, 0.0, np.array([1.0]), 0.0)
    total = TiltedSum(readout, 0.0, 1e-3, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
    assert Curve(total, "upper").epsilon(1e-4, 0.5) == math.inf
    assert Curve(total, "lower").epsilon(0.9, 0.5) == 0.0


def test_the_slope_is_the_relative_derivative() -> None:
    reading = curve("upper").read(0.4)
    numeric = -(math.log(written(0.4 + 1e-6)) - math.log(written(0.4 - 1e-6))) / 2e-6
    assert reading.slope == pytest.approx(numeric, rel=1e-6)
