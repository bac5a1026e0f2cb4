from __future__ import annotations

import numpy as np

from tightdp.divergences.order_chords import OrderChords
from tightdp.divergences.renyi import renyi_of
from tightdp.pairs.laplace_noise import LaplaceNoise
from tightdp.pairs.pair import Array
from tightdp.pairs.shift_mixture import ShiftMixture

ORDERS = 1.0 + np.geomspace(1e-5, 1e4, 500)


def test_chords_lie_above_and_do_not_fall() -> None:
    pair = ShiftMixture(LaplaceNoise(0.5), (0.7, 0.2, 0.1), (1.0,), 1.0)
    truth = renyi_of(pair, ORDERS.tolist())
    found = OrderChords(lambda orders: renyi_of(pair, orders.tolist()).upper).upper(ORDERS)
    assert np.all(found >= truth.lower)
    assert np.all(found <= truth.upper * (1.0 + 4e-4) + 1e-15)
    assert np.all(np.diff(found) >= -1e-13 * found[1:])


def test_a_parabola_costs_little_and_each_order_is_asked_once() -> None:
    asked: list[int] = []

    def linear(orders: Array) -> Array:
        asked.append(len(orders))
        return 2.0 * orders

    chords = OrderChords(linear)
    first = chords.upper(ORDERS)
    assert np.all((first >= 2.0 * ORDERS) & (first <= 2.0 * ORDERS * (1.0 + 3e-4)))
    assert np.array_equal(chords.upper(ORDERS), first)
    assert len(asked) == 1


def test_infinite_orders_stay_infinite_without_nan() -> None:
    chords = OrderChords(lambda orders: np.where(orders < 2.0, 1.0, np.inf))
    found = chords.upper(np.array([1.0 + 1e-9, 1.5, 1.99, 2.0, 2.5]))
    assert not np.isnan(found).any()
    assert np.isfinite(found[:2]).all()
    assert np.isinf(found[3:]).all()
