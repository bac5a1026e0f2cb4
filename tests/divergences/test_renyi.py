"""Rényi divergence of one pair against closed forms, many-digit integrals and its own laws."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from tightdp.divergences.renyi import RenyiCurve, checked_order, divergence_of_excess, renyi_of
from tightdp.errors import InvalidInput
from tightdp.pairs.discrete import Discrete
from tightdp.pairs.gaussian_noise import GaussianNoise
from tightdp.pairs.laplace_noise import LaplaceNoise
from tightdp.pairs.noise import AbstractNoise
from tightdp.pairs.shift_mixture import ShiftMixture
from tightdp.pairs.swapped import swap
from tightdp.schemes.binomial_weights import binomial_weights
from twins.renyi_integral import binomial_renyi, gaussian_renyi, laplace_renyi, multinomial_renyi


def close(value: Any, rel: float = 1e-12) -> Any:
    return pytest.approx(value, rel=rel, abs=0.0)  # pyright: ignore[reportUnknownMemberType]


def poisson(noise: AbstractNoise, rate: float, removed: int, inserted: int) -> ShiftMixture:
    return ShiftMixture(noise, binomial_weights(removed, rate), binomial_weights(inserted, rate))


def assert_narrow(curve: RenyiCurve, gap: float = 1e-9) -> None:
    assert not np.isnan(curve.lower).any()
    assert not np.isnan(curve.upper).any()
    assert np.all(curve.lower <= curve.upper)
    finite = np.isfinite(curve.upper)
    assert np.all(curve.upper[finite] <= curve.lower[finite] * (1.0 + gap) + 1e-300)


def test_a_gaussian_shift_is_a_parabola() -> None:
    """``a theta^2 / 2`` at every order, the limit 1 included."""
    orders = np.array([1e-3, 0.4, 0.5, 1.0, 1.0 + 1e-12, 1.5, 7.0, 1e6])
    for sigma in (0.01, 1.0, 300.0):
        curve = renyi_of(ShiftMixture(GaussianNoise(sigma), (0.0, 1.0), (1.0,)), orders)
        assert curve.upper == close(orders / (2.0 * sigma * sigma))
        assert_narrow(curve)


def test_a_laplace_shift_has_a_closed_form() -> None:
    """``log(a / (2 a - 1) e^((a-1) t) + (a - 1) / (2 a - 1) e^(-a t)) / (a - 1)``, and ``t + e^-t - 1`` at 1."""
    for theta in (0.01, 1.0, 30.0):
        pair = ShiftMixture(LaplaceNoise(1.0 / theta), (0.0, 1.0), (1.0,))
        orders = np.array([1.5, 2.0, 9.0, 400.0])
        first = np.log(orders / (2.0 * orders - 1.0)) + (orders - 1.0) * theta
        second = np.log((orders - 1.0) / (2.0 * orders - 1.0)) - orders * theta
        expected = np.logaddexp(first, second) / (orders - 1.0)
        curve = renyi_of(pair, orders)
        assert curve.upper == close(expected, 1e-10)
        assert_narrow(curve)
        assert renyi_of(pair, [1.0]).upper[0] == close(theta + math.expm1(-theta), 1e-9)
        assert renyi_of(pair, [math.inf]).upper[0] == close(theta)


def test_a_table_is_a_sum() -> None:
    p, q = np.array([0.5, 0.3, 0.2]), np.array([0.1, 0.2, 0.7])
    pair = Discrete.from_masses(p, q)
    for order in (0.1, 0.5, 0.7, 1.3, 2.0, 40.0):
        expected = math.log(float((p**order * q ** (1.0 - order)).sum())) / (order - 1.0)
        assert renyi_of(pair, [order]).upper[0] == close(expected)
    assert renyi_of(pair, [1.0]).upper[0] == close(float((p * np.log(p / q)).sum()))
    assert renyi_of(pair, [math.inf]).upper[0] == close(math.log(5.0))


def test_revealed_mass() -> None:
    """P-mass that Q lacks is infinite from order 1 on; Q-mass that P lacks is not."""
    p, q = np.array([0.5, 0.5, 0.0]), np.array([0.0, 0.7, 0.3])
    curve = renyi_of(Discrete.from_masses(p, q), [0.25, 0.5, 0.75, 1.0, 2.0, math.inf])
    expected = [math.log(0.5**a * 0.7 ** (1.0 - a)) / (a - 1.0) for a in (0.25, 0.5, 0.75)]
    assert curve.upper[:3] == close(np.array(expected))
    assert np.all(np.isinf(curve.lower[3:]))
    other = renyi_of(Discrete.from_masses(np.array([1.0, 0.0]), np.array([0.7, 0.3])), [1.0, 3.0, math.inf])
    assert other.upper == close(-math.log(0.7))


def test_disjoint_laws_are_infinitely_apart() -> None:
    curve = renyi_of(Discrete.from_masses(np.array([1.0, 0.0]), np.array([0.0, 1.0])), [0.3, 0.5, 0.9, 1.0, 2.0])
    assert np.all(np.isinf(curve.lower))


def test_equal_laws_are_not_apart() -> None:
    curve = renyi_of(ShiftMixture(GaussianNoise(1.0), (1.0,), (1.0,)), [0.2, 1.0, 5.0, math.inf])
    assert np.all(curve.upper == 0.0)


@pytest.mark.parametrize(
    ("order", "removed", "inserted", "scale"), [(0.3, 1, 0, 2.0), (1.5, 2, 1, 2.0), (1.5, 1, 0, 0.4), (4.7, 2, 1, 1.0)]
)
def test_mixtures_against_integrals_with_many_digits(order: float, removed: int, inserted: int, scale: float) -> None:
    p, q = binomial_weights(removed, 0.02), binomial_weights(inserted, 0.02)
    for noise, twin in ((GaussianNoise(scale), gaussian_renyi), (LaplaceNoise(scale), laplace_renyi)):
        curve = renyi_of(ShiftMixture(noise, p, q), [order])
        assert curve.upper[0] == close(twin(p, q, scale, order), 1e-10)
        assert_narrow(curve)


@pytest.mark.parametrize("rate", [1e-9, 1e-3, 0.5])
@pytest.mark.parametrize("sigma", [0.05, 1.0, 100.0])
def test_integer_orders_are_a_binomial_sum(rate: float, sigma: float) -> None:
    """Far peaks of the integrand are found, and divergences of 1e-22 keep their digits."""
    orders = [2, 3, 17, 200]
    curve = renyi_of(poisson(GaussianNoise(sigma), rate, 1, 0), [float(order) for order in orders])
    assert curve.upper == close(np.array([binomial_renyi(rate, sigma, a) for a in orders]), 1e-10)
    assert_narrow(curve)


@pytest.mark.parametrize(("group", "order"), [(2, 40), (8, 7), (64, 3)])
@pytest.mark.parametrize(("sigma", "rate"), [(0.1, 1e-6), (0.5, 0.2), (3.0, 1e-4), (100.0, 0.999)])
def test_integer_orders_of_a_group_are_a_multinomial_sum(group: int, order: int, sigma: float, rate: float) -> None:
    weights = binomial_weights(group, rate)
    curve = renyi_of(ShiftMixture(GaussianNoise(sigma), weights, (1.0,)), [float(order)])
    assert curve.upper[0] == close(multinomial_renyi(weights, sigma, order), 1e-10)
    assert_narrow(curve)


EXTREMES = [1e-6, 0.3, 0.5, 0.999, 1.0, 1.0 + 1e-9, 1.5, 3.7, 100.0, 1e6, math.inf]


@pytest.mark.parametrize("noise", [GaussianNoise(1e-3), GaussianNoise(1e3), LaplaceNoise(1e-3), LaplaceNoise(1e3)])
@pytest.mark.parametrize("rate", [1e-9, 0.5, 1.0 - 1e-6])
@pytest.mark.parametrize("split", [(1, 0), (0, 3), (3, 2)])
def test_extremes_are_numbers(noise: AbstractNoise, rate: float, split: tuple[int, int]) -> None:
    curve = renyi_of(poisson(noise, rate, *split), EXTREMES)
    assert_narrow(curve)
    assert np.all(np.diff(curve.upper[:-1]) >= -1e-9 * curve.upper[:-2])


def test_small_orders_are_those_of_the_other_direction() -> None:
    pair = poisson(GaussianNoise(0.8), 0.1, 2, 1)
    for order in (0.05, 0.3, 0.45):
        there = renyi_of(swap(pair), [1.0 - order]).upper[0]
        assert renyi_of(pair, [order]).upper[0] == close(order / (1.0 - order) * there)


def test_continuous_at_one_half_and_at_one() -> None:
    pair = poisson(LaplaceNoise(0.8), 0.1, 2, 1)
    for order in (0.5, 1.0):
        left, middle, right = renyi_of(pair, [order - 1e-7, order, order + 1e-7]).upper.tolist()
        assert left < middle < right
        assert right - left < 1e-6 * middle


def test_an_order_is_a_positive_number() -> None:
    assert checked_order(2) == 2.0
    for order in (0.0, -1.0, True, "2", math.nan):
        with pytest.raises(InvalidInput, match="order must be a number > 0"):
            checked_order(order)


def test_bounds_hold_the_ends() -> None:
    bounds = renyi_of(poisson(GaussianNoise(1.0), 0.1, 1, 0), [2.0, math.inf]).bounds()
    assert bounds[0].lower <= bounds[0].upper < 0.1
    assert math.isinf(bounds[1].lower)


def test_divergence_of_excess() -> None:
    values = divergence_of_excess(np.array([0.0, 1e-20, 0.5, np.inf]), np.array([2.0, 2.0, 3.0, 2.0]))
    assert values[:3] == close(np.array([0.0, 2e-20, math.log1p(3.0) / 2.0]))
    assert math.isinf(values[3])
