"""Refinement stops where two rules agree and reports their difference."""

from __future__ import annotations

import numpy as np

from tightdp.divergences.power_sums import PowerSums
from tightdp.divergences.refinement import CLOSE, refined
from tightdp.pairs.pair import Array


def test_each_order_is_refined_as_far_as_it_needs() -> None:
    asked: list[tuple[int, float]] = []

    def at_step(orders: Array, step: float) -> PowerSums:
        asked.append((len(orders), step))
        error = np.where(orders > 2.0, step**20, 0.0)
        nothing = np.full(len(orders), np.nan)
        return PowerSums(nothing, orders + error, nothing, error)

    sums = refined(at_step, np.array([1.0, 3.0, 2.0, 4.0]), 1.0, 5)
    assert asked == [(4, 1.0), (2, 0.5), (2, 0.25)]
    assert np.all(sums.log_error <= 4.0 * CLOSE)


def test_the_last_difference_is_kept_where_nothing_agrees() -> None:
    def at_step(orders: Array, step: float) -> PowerSums:
        return PowerSums(orders, orders, np.full(len(orders), step), np.zeros(len(orders)))

    assert refined(at_step, np.array([2.0]), 1.0, 3).excess_error[0] == 0.25
