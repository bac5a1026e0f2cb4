"""Cells bound the divergence from both sides."""

from __future__ import annotations

import math

import numpy as np
import pytest

from tightdp.divergences.renyi import renyi_of
from tightdp.divergences.renyi_from_cells import default_edges, merged_points, split_points, sums_of_cells
from tightdp.divergences.renyi_sums import renyi_sums
from tightdp.pairs.amplified import Amplified
from tightdp.pairs.discrete import Discrete
from tightdp.pairs.gaussian_noise import GaussianNoise
from tightdp.pairs.laplace_noise import LaplaceNoise
from tightdp.pairs.noise import AbstractNoise
from tightdp.pairs.pair import Cells
from tightdp.pairs.shift_mixture import ShiftMixture

ORDERS = np.array([0.5, 0.8, 1.0, 1.5, 4.0, 30.0])


def two_sided(noise: AbstractNoise) -> ShiftMixture:
    return ShiftMixture(noise, (0.9, 0.1), (0.8, 0.2))


def test_bounded_losses_from_both_sides() -> None:
    pair = two_sided(LaplaceNoise(1.0))
    exact = renyi_sums(pair, ORDERS)
    for points in (10, 100, 1000):
        low, high = pair.support.lowest, pair.support.highest
        cells = sums_of_cells(pair, ORDERS, np.linspace(low, high, points))
        assert np.all(np.abs(cells.excess / exact.excess - 1.0)[:4] <= cells.excess_error[:4])
        assert np.all(np.abs(cells.log_moment - exact.log_moment) <= cells.log_error + 1e-13)
    assert cells.excess_error[:4].max() < 1e-5  # pyright: ignore[reportPossiblyUnboundVariable]


def test_unbounded_losses_have_no_upper_end_from_order_1_on() -> None:
    pair = two_sided(GaussianNoise(1.0))
    cells = sums_of_cells(pair, ORDERS)
    assert cells.unbounded is not None
    assert cells.unbounded.tolist() == [False, False, True, True, True, True]
    exact = renyi_sums(pair, ORDERS)
    assert np.all(cells.log_moment[2:] <= exact.log_moment[2:] + 1e-12)


def test_a_pair_that_only_has_cells_is_infinite_from_order_1_on() -> None:
    curve = renyi_of(Amplified(two_sided(GaussianNoise(1.0)), 0.5), [0.5, 2.0])
    assert curve.lower[0] < curve.upper[0] < curve.lower[0] * 1.001
    assert curve.lower[1] > curve.upper[0]
    assert np.isinf(curve.upper[1])


def test_the_points_of_cells() -> None:
    """A cell's masses p = .3, q = .2 between losses 0 and 1, put on its ends."""
    cells = Cells(np.array([-np.inf, np.log(0.3), -np.inf]), np.array([-np.inf, np.log(0.2), -np.inf]))
    merged = merged_points(cells, np.array([0.0, 1.0]))
    assert merged.losses.tolist() == pytest.approx([np.log(1.5)])  # pyright: ignore[reportUnknownMemberType]
    split = split_points(cells, np.array([0.0, 1.0]), 0.0, 1.0)
    assert split.losses.tolist() == [0.0, 1.0]
    assert float(np.exp(split.log_p).sum()) == pytest.approx(0.3)  # pyright: ignore[reportUnknownMemberType]
    assert float(np.exp(split.log_q).sum()) == pytest.approx(0.2)  # pyright: ignore[reportUnknownMemberType]


def test_default_edges_hold_nodes_and_ends() -> None:
    table = Discrete.from_masses(np.array([0.5, 0.3, 0.2]), np.array([0.1, 0.2, 0.7]))
    edges = default_edges(table)
    assert np.isin(table.losses, edges).all()
    assert np.all(np.diff(edges) > 0.0)


def test_a_pair_without_a_better_way_goes_through_its_cells() -> None:
    pair = Amplified(two_sided(LaplaceNoise(1.0)), 0.5)
    sums = renyi_sums(pair, ORDERS)
    assert np.all(sums.excess_error[:4] > 1e-12)
    assert np.all(sums.excess_error[:4] < 1e-6)


def test_what_rounding_leaves_in_a_cell_keeps_to_its_losses() -> None:
    """A cell of one float's width beside an atom, with junk in it whose quotient is e^28."""
    edges = np.array([-1.0, 0.5, math.nextafter(0.5, 1.0), 1.0])
    log_p = np.array([-np.inf, math.log(0.4), -39.4, math.log(0.6), -np.inf])
    log_q = np.array([-np.inf, math.log(0.6), -67.6, math.log(0.4), -np.inf])
    points = merged_points(Cells(log_p, log_q), edges)
    assert points.losses.max() <= 1.0
    assert points.losses[1] == pytest.approx(0.5)
    assert points.log_p[1] == pytest.approx(-67.1)
