"""The power kernel keeps its digits at every size of the loss and near order 1."""

from __future__ import annotations

from typing import Any, cast

import mpmath
import numpy as np
import pytest

from tightdp.divergences.power_sums import WeightedPoints, excess_sums, power_sums

mp: Any = cast("Any", mpmath)
LOSSES = [-700.0, -3.0, -0.9, -1e-3, -1e-9, 0.0, 1e-12, 1e-5, 0.04, 0.7, 2.0, 30.0]
ORDERS = [0.5, 0.75, 1.0 - 1e-9, 1.0, 1.0 + 1e-6, 1.2, 1.49, 1.51, 2.0, 11.0, 300.0]


def kernel(loss: float, order: float) -> float:
    """g with 60 digits; ``r log r - r + 1`` at order 1."""
    with mp.workdps(60):
        a, x = mp.mpf(order), mp.mpf(loss)
        if order == 1.0:
            return float(x * mp.exp(x) - mp.exp(x) + 1)
        return float((mp.exp(a * x) - 1 - a * (mp.exp(x) - 1)) / (a * (a - 1)))


@pytest.mark.parametrize("loss", LOSSES)
def test_kernel_against_many_digits(loss: float) -> None:
    orders = [order for order in ORDERS if order * loss < 700.0]
    one = np.array([loss])
    found = excess_sums(WeightedPoints(one, one, np.zeros(1)), np.array(orders))
    expected = [kernel(loss, order) for order in orders]
    assert found == pytest.approx(expected, rel=2e-14, abs=0.0)  # pyright: ignore[reportUnknownMemberType]


def test_far_moments_are_logarithms() -> None:
    """``e^(a l)`` far beyond the floats."""
    points = WeightedPoints(np.array([-1.0, 5000.0]), np.array([-2.0, -1.0]), np.array([-1.0, -5001.0]))
    sums = power_sums(points, np.array([2.0, 50.0]))
    assert sums.log_moment == pytest.approx([4999.0, 49.0 * 5000.0 - 1.0])  # pyright: ignore[reportUnknownMemberType]
    assert np.isnan(sums.excess).all()
    assert np.isinf(excess_sums(points, np.array([2.0]))[0])


def test_the_coarser_rule_is_the_error() -> None:
    """Two points of which the coarser rule drops one and doubles the other."""
    losses = np.array([0.1, 0.2])
    log_q = np.log([0.5, 0.5])
    sums = power_sums(WeightedPoints(losses, losses + log_q, log_q, np.array([2.0, 0.0])), np.array([2.0]))
    fine, coarse = 0.5 * (kernel(0.1, 2.0) + kernel(0.2, 2.0)), kernel(0.1, 2.0)
    assert sums.excess_error[0] == pytest.approx(abs(coarse / fine - 1.0))  # pyright: ignore[reportUnknownMemberType]


def test_long_tables_are_summed_term_by_term() -> None:
    losses = np.linspace(-0.05, 0.05, 30_001)
    log_q = np.full(len(losses), -np.log(len(losses)))
    orders = np.array([1.0, 3.5])
    whole = excess_sums(WeightedPoints(losses, losses + log_q, log_q), orders)
    halves = [WeightedPoints(losses[i::2], (losses + log_q)[i::2], log_q[i::2]) for i in (0, 1)]
    parts = sum(excess_sums(half, orders) for half in halves)
    assert whole == pytest.approx(parts, rel=1e-13)  # pyright: ignore[reportUnknownMemberType]


def test_revealed_masses() -> None:
    points = WeightedPoints(np.zeros(1), np.full(1, -1.0), np.full(1, -1.0), None, 0.25, 0.5)
    found = excess_sums(points, np.array([0.5, 1.0, 2.0]))
    assert found[0] == pytest.approx(0.5 / 0.5 + 0.25 / 0.5)  # pyright: ignore[reportUnknownMemberType]
    assert np.isinf(found[1:]).all()


def test_first_points() -> None:
    points = WeightedPoints(np.arange(3.0), np.zeros(3), np.zeros(3), np.array([2.0, 0.0, 2.0]), 0.1, 0.2)
    cut = points.first(2)
    assert cut.coarse is not None
    assert (len(cut.losses), cut.coarse.tolist(), cut.p_infinite) == (2, [2.0, 0.0], 0.1)
    assert WeightedPoints(np.arange(3.0), np.zeros(3), np.zeros(3)).first(1).coarse is None
