from __future__ import annotations

import numpy as np
import pytest

from tightdp import CannotAnswer
from tightdp.baselines.least_epsilon import real_order_epsilon, whole_order_epsilon
from tightdp.divergences.renyi_conversion import best_epsilon, plain_epsilon
from tightdp.pairs.pair import Array


def gaussian(orders: Array) -> Array:
    return 0.02 * orders


def test_the_best_of_all_whole_orders_is_found() -> None:
    orders = np.arange(2.0, 400.0)
    every = np.minimum(best_epsilon(orders, gaussian(orders), 1e-5), plain_epsilon(orders, gaussian(orders), 1e-5))
    found = whole_order_epsilon(gaussian, 1e-5)
    assert found.upper == pytest.approx(every.min(), rel=1e-12)
    assert found.how["order"] == orders[every.argmin()]
    assert found.lower == 0.0


def test_real_orders_are_never_worse() -> None:
    assert real_order_epsilon(gaussian, 1e-5).upper <= whole_order_epsilon(gaussian, 1e-5).upper * (1.0 + 1e-9)


def test_the_highest_order_is_kept_to() -> None:
    asked: list[float] = []

    def watched(orders: Array) -> Array:
        asked.extend(orders.tolist())
        return gaussian(orders)

    whole_order_epsilon(watched, 1e-30, highest=16)
    assert max(asked) == 16.0
    assert all(order.is_integer() for order in asked)


def test_delta_zero_is_refused() -> None:
    for least in (real_order_epsilon, whole_order_epsilon):
        with pytest.raises(CannotAnswer, match="a bound at finite orders proves no epsilon at delta 0"):
            least(gaussian, 0.0)
