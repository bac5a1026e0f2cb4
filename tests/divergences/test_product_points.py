"""Products of a table and a Gaussian shift: moments multiply, and sampling takes binomial sums of them."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.special import gammaln, logsumexp

from tightdp.divergences.power_sums import WeightedPoints
from tightdp.divergences.product_points import product_points, product_sums, sampled, smooth_product, turned
from tightdp.divergences.renyi import renyi_of
from tightdp.pairs.amplified import Amplified
from tightdp.pairs.discrete import Discrete
from tightdp.pairs.gaussian_noise import GaussianNoise
from tightdp.pairs.laplace_noise import LaplaceNoise
from tightdp.pairs.shift_mixture import ShiftMixture
from tightdp.pairs.swapped import swap
from tightdp.pairs.table_product import TableProduct

TABLE = Discrete.from_masses(np.array([0.6, 0.3, 0.1]), np.array([0.1, 0.3, 0.6]))
SHIFT = ShiftMixture(GaussianNoise(1.5), (0.0, 1.0), (1.0,))
PRODUCT = TableProduct(TABLE, SHIFT)
RATE = 0.03


def log_moment(order: float) -> float:
    """``log Psi`` of the product at an order >= 0."""
    return float(logsumexp(TABLE.log_p * order + TABLE.log_q * (1.0 - order)) + order * (order - 1.0) / (2.0 * 1.5**2))


def test_moments_multiply() -> None:
    orders = [0.5, 1.5, 2.0, 9.0, 60.0]
    found = renyi_of(PRODUCT, orders)
    expected = [log_moment(order) / (order - 1.0) for order in orders]
    for end in (found.lower, found.upper):
        assert end == pytest.approx(expected, rel=1e-10)  # pyright: ignore[reportUnknownMemberType]
    assert np.all((found.lower <= np.array(expected) * (1 + 1e-14)) & (found.upper >= np.array(expected) * (1 - 1e-14)))


@pytest.mark.parametrize("order", [2, 3, 8, 40])
def test_sampling_at_whole_orders(order: int) -> None:
    k = np.arange(order + 1)
    logs = (
        gammaln(order + 1) - gammaln(k + 1) - gammaln(order - k + 1) + (order - k) * np.log1p(-RATE) + k * np.log(RATE)
    )
    expected = logsumexp(logs + np.array([log_moment(float(j)) for j in k])) / (order - 1.0)
    found = renyi_of(Amplified(PRODUCT, RATE), [float(order)])
    assert found.lower[0] <= expected * (1.0 + 1e-12)
    assert found.upper[0] == pytest.approx(expected, rel=1e-9)
    assert found.upper[0] >= expected * (1.0 - 1e-12)


def test_high_orders_are_bounded_by_the_product_itself() -> None:
    orders = np.array([1e3, 1e4, 1e6])
    found = renyi_of(Amplified(PRODUCT, RATE), orders.tolist())
    whole = np.array([log_moment(order) / (order - 1.0) for order in orders])
    assert np.all(found.upper <= whole * (1.0 + 1e-9))
    assert np.all(found.lower >= whole + orders / (orders - 1.0) * np.log(RATE) - 1e-6 * whole)


def test_insertion_stays_below_its_largest_loss() -> None:
    pair = swap(Amplified(PRODUCT, RATE))
    found = renyi_of(pair, [2.0, 1e2, 1e4, 1e6])
    assert np.all(np.diff(found.upper) > 0.0)
    assert found.upper[-1] <= -np.log1p(-RATE)
    assert found.upper == pytest.approx(found.lower, rel=1e-8)  # pyright: ignore[reportUnknownMemberType]


def test_other_pairs_have_none() -> None:
    orders = np.array([2.0])
    assert smooth_product(Amplified(PRODUCT, RATE)) is PRODUCT
    assert product_sums(TABLE, orders) is None
    nothing = Discrete(np.empty(0), np.empty(0), np.empty(0), 1.0, 1.0)
    assert product_sums(TableProduct(nothing, SHIFT), orders) is None
    assert np.isinf(renyi_of(TableProduct(nothing, SHIFT), [2.0]).upper[0])
    assert product_sums(TableProduct(TABLE, ShiftMixture(LaplaceNoise(1.0), (0.0, 1.0), (1.0,))), orders) is None


def test_points() -> None:
    one = WeightedPoints(np.array([0.5]), np.array([-1.0]), np.array([-1.5]))
    three = product_points(PRODUCT, one)
    assert len(three.losses) == 3
    assert three.log_p - three.log_q == pytest.approx(three.losses)  # pyright: ignore[reportUnknownMemberType]
    assert turned(one).losses[0] == -0.5
    revealed = WeightedPoints(np.array([0.5]), np.array([-1.0]), np.array([-1.5]), None, 0.1, 0.2)
    seen = sampled(revealed, 0.5)
    assert (seen.p_infinite, seen.q_infinite) == (0.05, 0.0)
    assert seen.losses == pytest.approx([np.log1p(0.5 * np.expm1(0.5)), np.log(0.5)])  # pyright: ignore[reportUnknownMemberType]
