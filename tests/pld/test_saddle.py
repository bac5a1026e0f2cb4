"""Saddle points: the estimate that a plan starts from."""

from __future__ import annotations

import math

import pytest

from tightdp.pairs.gaussian_noise import GaussianNoise
from tightdp.pairs.shift_mixture import ShiftMixture
from tightdp.pld.composed import Composed
from tightdp.pld.pilot import pilot_program
from tightdp.pld.saddle import saddle_at, saddle_for_delta, saddle_for_epsilon

PAIR = ShiftMixture(GaussianNoise(1.0), (0.98, 0.02), (1.0,))
PROGRAM = pilot_program(((PAIR, 2000),)).below(math.log(1e-25))


@pytest.mark.parametrize("delta", [1e-2, 1e-5, 1e-12])
def test_the_estimate_is_close(delta: float) -> None:
    """Within a few per cent of the certified value, which is all that a plan needs."""
    truth = Composed(((PAIR, 2000),)).epsilon(delta, 1e-3)
    saddle = saddle_for_delta(PROGRAM, math.log(delta))
    assert saddle.epsilon == pytest.approx(truth.bound.upper, rel=0.05)
    assert saddle.log_delta == pytest.approx(math.log(delta), abs=0.1)


def test_the_tilted_mean_is_the_epsilon_asked_for() -> None:
    saddle = saddle_for_epsilon(PROGRAM, 3.0)
    assert saddle.epsilon == pytest.approx(3.0, rel=1e-2)
    assert saddle.tilt > 0.0


def test_below_the_mean_loss_there_is_no_tilt() -> None:
    plain = saddle_at(PROGRAM, 0.0)
    assert saddle_for_epsilon(PROGRAM, 0.5 * plain.epsilon).tilt == 0.0
    assert saddle_for_delta(PROGRAM, -0.01).tilt == 0.0
