"""Dispatch on the pair's type, and weighted means of sums."""

from __future__ import annotations

import numpy as np
import pytest

from tightdp.divergences.power_sums import PowerSums
from tightdp.divergences.renyi import renyi_of
from tightdp.divergences.renyi_sums import renyi_sums, table_points, weighted_sums
from tightdp.pairs.amplified import Amplified
from tightdp.pairs.direct_sum import DirectSum
from tightdp.pairs.discrete import Discrete
from tightdp.pairs.gaussian_noise import GaussianNoise
from tightdp.pairs.laplace_noise import LaplaceNoise
from tightdp.pairs.shift_mixture import ShiftMixture
from tightdp.pairs.spliced import splice
from tightdp.pairs.swapped import swap
from tightdp.pairs.table_product import TableProduct
from tightdp.pairs.weighted_sum import WeightedSum

ORDERS = np.array([0.5, 1.0, 2.0, 9.0])


def test_a_public_draw_averages_moments() -> None:
    """Order 2: ``e^R = sum_k w_k e^(R_k)``, also when one part is far beyond the floats."""
    parts = tuple(ShiftMixture(GaussianNoise(1.0), (0.0, 1.0), (1.0,), unit) for unit in (0.1, 2.0, 40.0))
    weights = (0.5, 0.5 - 1e-12, 1e-12)
    order_2 = renyi_of(DirectSum(weights, parts), [2.0]).upper[0]
    expected = np.logaddexp.reduce(np.log(weights) + np.array([0.01, 4.0, 1600.0]))
    assert order_2 == pytest.approx(expected)  # pyright: ignore[reportUnknownMemberType]


def test_relative_entropy_of_a_public_draw_is_the_mean() -> None:
    parts = (ShiftMixture(GaussianNoise(1.0), (0.0, 1.0), (1.0,)), ShiftMixture(LaplaceNoise(1.0), (0.0, 1.0), (1.0,)))
    single = [float(renyi_of(part, [1.0]).upper[0]) for part in parts]
    mixed = float(renyi_of(DirectSum((0.25, 0.75), parts), [1.0]).upper[0])
    assert mixed == pytest.approx(0.25 * single[0] + 0.75 * single[1], rel=1e-12)  # pyright: ignore[reportUnknownMemberType]


def test_what_is_unbounded_in_a_part_is_unbounded_in_the_sum() -> None:
    """Cells of a pair without quadrature leave its tail open; no weight closes it."""
    bounded = Discrete.from_masses(np.array([0.6, 0.4]), np.array([0.4, 0.6]))
    shift = ShiftMixture(GaussianNoise(1.0), (0.5, 0.5), (0.5, 0.5))
    found = renyi_of(DirectSum((0.5, 0.5), (bounded, Amplified(shift, 0.1))), [0.7, 2.0])
    assert np.isfinite(found.upper[0])
    assert np.isinf(found.upper[1])
    assert np.isfinite(found.lower[1])


def test_a_spliced_pair_without_quadrature_is_summed_over_cells() -> None:
    table = Discrete.from_masses(np.array([0.6, 0.4]), np.array([0.4, 0.6]))
    above = TableProduct(table, ShiftMixture(LaplaceNoise(1.0), (0.0, 1.0), (1.0,)))
    found = renyi_of(splice(above, swap(above)), [2.0, 50.0])
    assert np.all((found.lower > 0.0) & (found.lower <= found.upper) & (found.upper < 1.5))


def test_weighted_sums_keep_the_worst_error() -> None:
    exact = PowerSums(np.array([1e-3]), np.log1p([2e-3]), np.array([1e-9]), np.array([1e-12]))
    sums = weighted_sums(np.array([0.5, 0.5]), [exact, exact], np.array([2.0]))
    assert sums.excess[0] == pytest.approx(1e-3)  # pyright: ignore[reportUnknownMemberType]
    assert sums.excess_error[0] >= 1e-9


def test_points_of_a_table() -> None:
    assert len(table_points(Discrete.from_masses(np.array([1.0, 0.0]), np.array([0.0, 1.0]))).losses) == 1
    underflow = Discrete(np.array([0.0, 800.0]), np.array([0.0, -5.0]), np.array([0.0, -np.inf]))
    assert table_points(underflow).log_q[1] == -805.0


def test_each_type_has_its_way() -> None:
    for noise in (GaussianNoise(1.0), LaplaceNoise(1.0)):
        for p in ((0.0, 1.0), (0.5, 0.5)):
            assert np.nanmax(renyi_sums(ShiftMixture(noise, p, (1.0,)), ORDERS).excess_error) < 1e-9


@pytest.mark.parametrize("order", [0.6, 1.0, 1.5, 4.0, 8.0])
def test_weights_of_either_side_enter_the_moment(order: float) -> None:
    """``Psi = sum_k w_k^a v_k^(1-a) Psi_k``; at 1 the relative entropies and that of the weights add up."""
    one, two = (ShiftMixture(GaussianNoise(1.0), (0.0, 1.0), (1.0,), shift) for shift in (0.5, 2.0))
    weights, others = (0.4, 0.6), (0.7, 0.3)
    found = renyi_of(WeightedSum(weights, others, (one, two)), [order])
    parts = [renyi_of(pair, [order]).upper[0] for pair in (one, two)]
    triples = list(zip(weights, others, parts, strict=True))
    if order == 1.0:
        wanted = sum(w * (np.log(w / v) + part) for w, v, part in triples)
    else:
        moment = sum(w**order * v ** (1.0 - order) * np.exp((order - 1.0) * part) for w, v, part in triples)
        wanted = np.log(moment) / (order - 1.0)
    assert found.lower[0] <= wanted * (1.0 + 1e-12)
    assert found.upper[0] == pytest.approx(wanted, rel=1e-10)


def test_what_is_revealed_has_no_renyi_divergence_above_1() -> None:
    one = ShiftMixture(GaussianNoise(1.0), (0.0, 1.0), (1.0,))
    found = renyi_of(WeightedSum((0.9,), (1.0,), (one,), 0.1), [0.5, 2.0])
    assert np.isfinite(found.upper[0])
    assert found.lower[1] == np.inf
