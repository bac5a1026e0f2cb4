"""Pilots: coarse but faithful pictures of the steps."""

from __future__ import annotations

import math

import numpy as np
import pytest

from laws.rounding_cast import ROUNDING_CAST
from tightdp.pairs.gaussian_noise import GaussianNoise
from tightdp.pairs.shift_mixture import ShiftMixture
from tightdp.pld.pilot import pilot_program

SAMPLED = ShiftMixture(GaussianNoise(1.0), (0.9, 0.1), (1.0,))
OTHER = ShiftMixture(GaussianNoise(2.0), (0.7, 0.3), (1.0,))


def one(number: float) -> np.ndarray:
    return np.array([number])


@pytest.mark.parametrize("name", ROUNDING_CAST)
def test_a_pilot_holds_the_mass(name: str) -> None:
    pair, _ = ROUNDING_CAST[name]
    pilot = pilot_program(((pair, 3),))
    assert np.exp(pilot.log_p).sum() + pair.support.p_infinite == pytest.approx(1.0, abs=1e-9)


def test_moments_of_a_gaussian_mixture() -> None:
    """``E_P e^L = E_Q (P/Q)^2 = 1 + q^2 (e^(1/sigma^2) - 1)``."""
    moments = pilot_program(((SAMPLED, 1),)).log_moments(np.array([1.0, 0.0, -1.0]))
    assert moments[0] == pytest.approx(math.log1p(0.01 * math.expm1(1.0)), rel=1e-2)
    assert moments[1:] == pytest.approx([0.0, 0.0], abs=1e-9)


def test_programs_add_up() -> None:
    first, second = pilot_program(((SAMPLED, 5),)), pilot_program(((OTHER, 7),))
    both = pilot_program(((SAMPLED, 5), (OTHER, 7)))
    tilts = np.array([0.0, 2.0, 30.0])
    assert both.steps == 12.0
    np.testing.assert_allclose(
        both.log_moments(tilts), first.log_moments(tilts) + second.log_moments(tilts), atol=1e-12
    )
    for joint, a, b in zip(both.moments(tilts), first.moments(tilts), second.moments(tilts), strict=True):
        np.testing.assert_allclose(joint, a + b, rtol=1e-9)
    moduli = both.log_moduli(1.0, tilts)
    np.testing.assert_allclose(moduli, first.log_moduli(1.0, tilts) + second.log_moduli(1.0, tilts), atol=1e-9)


def test_losses_that_do_not_matter_are_cut() -> None:
    pilot = pilot_program(((SAMPLED, 1),))
    whole = np.exp(pilot.log_p).sum()
    short = pilot.below(math.log(1e-6))
    assert 0.0 < whole - np.exp(short.log_p).sum() <= 1e-6
    assert short.losses.shape[1] < pilot.losses.shape[1]
    trimmed = pilot.above(0.0, math.log(1e-6))
    assert 0.0 < whole - np.exp(trimmed.log_p).sum() <= 1e-6
    low, high = short.ranges(0.0, math.log(1e-6), 65.536)
    kept = np.intersect1d(short.losses, trimmed.losses)
    assert low[0] <= kept[0] <= kept[-1] <= high[0]


def test_the_modulus_of_a_gaussian_loss() -> None:
    """The loss of two Gaussians at distance mu is N(mu^2 / 2, mu^2): ``|phi(t)| = e^(-mu^2 t^2 / 2)``."""
    pilot = pilot_program(((ShiftMixture(GaussianNoise(2.0), (0.0, 1.0), (1.0,)), 8),))
    frequencies = np.array([0.5, 1.0, 3.0])
    np.testing.assert_allclose(pilot.log_moduli(0.0, frequencies), -(frequencies**2), rtol=1e-2)


def test_the_heaviest_place() -> None:
    rare = pilot_program(((ShiftMixture(GaussianNoise(1.0), (1.0 - 1e-6, 1e-6), (1.0,)), 1),))
    place = rare.heaviest(rare.tilted(0.0)[0], 1e-3, 0)
    assert place is not None
    assert abs(place) <= 1e-5
    even = pilot_program(((SAMPLED, 1),))
    assert even.heaviest(even.tilted(0.0)[0], 1e-6, 0) is None
    wide = pilot_program(((ShiftMixture(GaussianNoise(0.02), (0.0, 1.0), (1.0,)), 1),))
    assert wide.heaviest(wide.tilted(0.0)[0], 1e4, 0) is not None
