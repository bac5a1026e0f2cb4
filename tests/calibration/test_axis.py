from __future__ import annotations

import math

import pytest

from tightdp.calibration.axis import Axis

NOISE, RATE = Axis(1e-3, 1e3, 0.01), Axis(1.0, 1e-6, 0.01)
STEPS = Axis(1000, 0, 0.0, is_whole=True)


def test_positions_rise_with_privacy_and_come_back() -> None:
    assert NOISE.position(2.0) > NOISE.position(1.0)
    assert RATE.position(0.1) > RATE.position(0.2)
    assert STEPS.position(0) > STEPS.position(1) > STEPS.position(2)
    assert NOISE.value(NOISE.position(3.0)) == pytest.approx(3.0)
    assert RATE.value(RATE.position(0.3)) == pytest.approx(0.3)
    assert STEPS.value(STEPS.position(7)) == 7


def test_values_stay_between_the_ends() -> None:
    assert (NOISE.value(1e9), NOISE.value(-1e9)) == (1e3, 1e-3)
    assert (RATE.value(1e9), RATE.value(-1e9)) == (1e-6, 1.0)
    assert (STEPS.value(1e9), STEPS.value(-1e9)) == (0, 1000)


def test_neighbours() -> None:
    assert NOISE.are_neighbours(1.0, 1.01)
    assert not NOISE.are_neighbours(1.0, 1.02)
    assert STEPS.are_neighbours(3, 4)
    assert not STEPS.are_neighbours(3, 5)
    assert NOISE.step(0.0) == pytest.approx(math.log(1.01))
    assert STEPS.step(STEPS.position(100)) == pytest.approx(math.log(1.01))
    assert STEPS.step(STEPS.position(0)) == math.log(2.0)


def test_between_is_strictly_between() -> None:
    assert STEPS.between(-50.0, 3, 10) == 9
    assert STEPS.between(50.0, 3, 10) == 4
    assert NOISE.between(50.0, 1.0, 4.0) == pytest.approx(2.0)
    assert NOISE.between(math.log(3.0), 1.0, 4.0) == pytest.approx(3.0)
