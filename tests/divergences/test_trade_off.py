"""The trade-off curve against the best test of Neyman and Pearson."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.special import ndtr, ndtri

from tightdp.divergences import false_negative_rate_of
from tightdp.pairs.amplified import trivial_pair
from tightdp.pairs.discrete import Discrete
from tightdp.pairs.gaussian_noise import GaussianNoise
from tightdp.pairs.laplace_noise import LaplaceNoise
from tightdp.pairs.pair import AbstractPair
from tightdp.pairs.shift_mixture import ShiftMixture
from tightdp.pairs.swapped import swap
from twins.tables import TableTwin

LEAKY = ((0.5, 0.3, 0.15, 0.05, 0.0), (0.2, 0.3, 0.4, 0.0, 0.1))
TABLE = Discrete.from_masses(*LEAKY)


@given(rate=st.floats(0.0, 1.0), mu=st.sampled_from([1e-3, 0.1, 1.0, 5.0]))
def test_gaussian(rate: float, mu: float) -> None:
    """``f(a) = Phi(Phi^-1(1 - a) - mu)``."""
    bound = false_negative_rate_of(ShiftMixture(GaussianNoise(1.0 / mu), (0.0, 1.0), (1.0,)), rate)
    truth = float(ndtr(-ndtri(rate) - mu))
    assert bound.lower - 1e-12 <= truth <= bound.upper + 1e-12
    assert bound.upper - bound.lower <= 1e-8


@given(rate=st.floats(0.0, 1.0))
def test_a_table_with_infinite_losses(rate: float) -> None:
    for pair, twin in ((TABLE, TableTwin.of(*LEAKY)), (swap(TABLE), TableTwin.of(*LEAKY).swapped())):
        bound = false_negative_rate_of(pair, rate)
        assert bound.lower - 1e-15 <= twin.false_negative_rate(rate) <= bound.upper + 1e-15
        assert bound.upper - bound.lower <= 1e-8


@given(rate=st.floats(0.0, 1.0))
def test_equal_laws_cannot_be_told_apart(rate: float) -> None:
    bound = false_negative_rate_of(trivial_pair(), rate)
    assert bound.lower - 1e-15 <= 1.0 - rate <= bound.upper + 1e-15


@pytest.mark.parametrize(
    "pair",
    [
        ShiftMixture(GaussianNoise(0.05), (0.9, 0.1), (1.0,)),
        ShiftMixture(LaplaceNoise(0.3), (0.9, 0.1), (0.8, 0.2)),
        ShiftMixture(GaussianNoise(1000.0), (0.9, 0.1), (1.0,)),
        TABLE,
    ],
)
def test_the_curve_is_convex_and_falls(pair: AbstractPair) -> None:
    rates = np.linspace(0.0, 1.0, 41)
    curve = np.array([float(false_negative_rate_of(pair, rate)) for rate in rates])
    assert np.all(np.diff(curve) <= 1e-8)
    assert np.all(np.diff(curve, 2) >= -2e-8)
    assert np.all(curve <= 1.0 - rates + 1e-8)
    assert curve[0] == pytest.approx(1.0 - pair.support.p_infinite, abs=1e-8)
    assert curve[-1] == pytest.approx(0.0, abs=1e-8)


def test_the_ends() -> None:
    assert false_negative_rate_of(TABLE, 0.0) == false_negative_rate_of(TABLE, 0.0)
    assert false_negative_rate_of(TABLE, 0.0).upper == pytest.approx(0.95)
    assert false_negative_rate_of(TABLE, 1.0).lower == 0.0
    tiny = false_negative_rate_of(ShiftMixture(GaussianNoise(1.0), (0.0, 1.0), (1.0,)), 1e-300)
    assert tiny.upper == 1.0
    assert tiny.lower >= 1.0 - 1e-8


def test_the_other_direction_is_the_inverse_curve() -> None:
    """``f_swapped(f(a)) = a`` while the curve still falls."""
    pair = ShiftMixture(LaplaceNoise(1.0), (0.7, 0.3), (1.0,))
    for rate in (0.05, 0.2, 0.6):
        back = false_negative_rate_of(swap(pair), float(false_negative_rate_of(pair, rate)))
        assert float(back) == pytest.approx(rate, abs=1e-6)
