from __future__ import annotations

import math

import numpy as np
import pytest

from tightdp import DiscreteGaussian, EpsilonDelta, Gaussian, InvalidInput, Laplace, RandomizedResponse
from tightdp.baselines.base_divergences import base_divergences, real_orders, whole_orders


def test_noise_at_a_distance() -> None:
    orders = np.array([2.0, 5.5, np.inf])
    assert base_divergences(Gaussian(2.0), "add-remove", orders)[:2] == pytest.approx(orders[:2] / 8.0)
    assert base_divergences(Gaussian(2.0), "substitute", orders, 3)[:2] == pytest.approx(36.0 * orders[:2] / 8.0)
    assert base_divergences(Laplace(2.0), "add-remove", orders, 3)[2] == pytest.approx(1.5)
    assert base_divergences(RandomizedResponse(0.75), "substitute", orders, 3)[2] == pytest.approx(math.log(3.0))
    assert base_divergences(EpsilonDelta(0.5), "add-remove", orders, 2)[2] == pytest.approx(1.0)


def test_discrete_gaussian_noise_is_finite() -> None:
    """Its table has cut ends, its divergence has none."""
    assert base_divergences(DiscreteGaussian(2.0), "add-remove", np.array([2.0]))[0] == pytest.approx(0.25, rel=1e-6)


def test_orders_are_read() -> None:
    assert whole_orders([2, 3.0]).tolist() == [2.0, 3.0]
    assert real_orders((1.5, 2)).tolist() == [1.5, 2.0]


@pytest.mark.parametrize("order", [1, 2.5, 1e6, math.inf])
def test_other_orders_are_refused(order: float) -> None:
    with pytest.raises(InvalidInput, match="order must be a whole number from 2 to 100000, got"):
        whole_orders([2, order])


@pytest.mark.parametrize("order", [0.5, 1, math.inf])
def test_orders_up_to_one_are_refused(order: float) -> None:
    with pytest.raises(InvalidInput, match=r"order must be a finite number > 1, got"):
        real_orders([2, order])
