"""Pilots: coarse but faithful pictures of one step."""

from __future__ import annotations

import math

import numpy as np
import pytest

from laws.rounding_cast import ROUNDING_CAST
from tightdp.pairs.gaussian_noise import GaussianNoise
from tightdp.pairs.shift_mixture import ShiftMixture
from tightdp.pld.pilot import PilotProgram, pilot_of

SAMPLED = ShiftMixture(GaussianNoise(1.0), (0.9, 0.1), (1.0,))


@pytest.mark.parametrize("name", ROUNDING_CAST)
def test_a_pilot_holds_the_mass(name: str) -> None:
    pair, _ = ROUNDING_CAST[name]
    pilot = pilot_of(pair, 3)
    assert np.exp(pilot.log_p).sum() + pair.support.p_infinite == pytest.approx(1.0, abs=1e-9)


def test_moments_of_a_gaussian_mixture() -> None:
    """``E_P e^L = E_Q (P/Q)^2 = 1 + q^2 (e^(1/sigma^2) - 1)``."""
    pilot = pilot_of(SAMPLED, 1)
    assert pilot.log_moment(1.0) == pytest.approx(math.log1p(0.01 * math.expm1(1.0)), rel=2e-3)
    assert pilot.log_moment(0.0) == pytest.approx(0.0, abs=1e-12)
    assert pilot.log_moment(-1.0) == pytest.approx(0.0, abs=1e-9)


def test_programs_add_up() -> None:
    pilot = pilot_of(SAMPLED, 5)
    program = PilotProgram((pilot, pilot_of(SAMPLED, 7)))
    mean, variance = pilot.moments(2.0)
    assert program.steps == 12
    assert program.log_moment(2.0) == pytest.approx(12 * pilot.log_moment(2.0))
    assert program.moments(2.0) == pytest.approx((12 * mean, 12 * variance))


def test_losses_that_do_not_matter_are_cut() -> None:
    pilot = pilot_of(SAMPLED, 1)
    short = pilot.below(math.log(1e-6))
    cut = pilot.losses[len(short.losses) :]
    assert np.exp(pilot.log_p[len(short.losses) :]).sum() <= 1e-6
    assert len(cut) > 0
    trimmed = pilot.above(0.0, math.log(1e-6))
    assert np.exp(pilot.log_p).sum() - np.exp(trimmed.log_p).sum() <= 1e-6
    low, high = pilot.range(0.0, math.log(1e-6), 1e-3)
    assert low <= trimmed.losses[0] <= trimmed.losses[-1] <= high


def test_the_heaviest_place() -> None:
    rare = pilot_of(ShiftMixture(GaussianNoise(1.0), (1.0 - 1e-6, 1e-6), (1.0,)), 1)
    place = rare.heaviest(0.0, 1e-3)
    assert place is not None
    assert abs(place) <= 1e-5
    assert pilot_of(SAMPLED, 1).heaviest(0.0, 1e-6) is None
