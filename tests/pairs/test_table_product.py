from __future__ import annotations

import numpy as np
import pytest

from tightdp.pairs.discrete import Discrete
from tightdp.pairs.gaussian_noise import GaussianNoise
from tightdp.pairs.laplace_noise import LaplaceNoise
from tightdp.pairs.shift_mixture import ShiftMixture
from tightdp.pairs.swapped import Swapped, swap
from tightdp.pairs.table_product import TableProduct

ONE = Discrete.from_masses([0.5, 0.3, 0.2, 0.0], [0.0, 0.2, 0.5, 0.3])
TWO = Discrete.from_masses([0.1, 0.2, 0.7], [0.6, 0.3, 0.1])
EPSILONS = np.linspace(-4.0, 4.0, 33)


def outer() -> Discrete:
    p, q = (
        np.outer(a, b).ravel()
        for a, b in (([0.5, 0.3, 0.2, 0], [0.1, 0.2, 0.7]), ([0, 0.2, 0.5, 0.3], [0.6, 0.3, 0.1]))
    )
    return Discrete.from_masses(p, q)


def test_two_tables_are_their_outer_product() -> None:
    product, truth = TableProduct(ONE, TWO), outer()
    assert product.hockey_stick(EPSILONS) == pytest.approx(truth.hockey_stick(EPSILONS), abs=1e-14)
    assert product.support.p_infinite == pytest.approx(truth.support.p_infinite)
    assert product.support.q_infinite == pytest.approx(truth.support.q_infinite)
    assert product.support.highest == pytest.approx(truth.support.highest)
    for got, want in zip(_all(product), _all(truth), strict=True):
        assert got == pytest.approx(want, abs=1e-14)


def _all(pair: TableProduct | Discrete) -> list[np.ndarray]:
    tails, cells = pair.tails(EPSILONS + 0.01), pair.cells(EPSILONS + 0.01)
    logs = [tails.log_p_above, tails.log_q_above, tails.log_p_below, tails.log_q_below, cells.log_p, cells.log_q]
    return [np.exp(values) for values in logs]


@pytest.mark.parametrize("edges", [EPSILONS, 60.0 * EPSILONS])
def test_cells_are_differences_of_tails(edges: np.ndarray) -> None:
    product = TableProduct(TWO, ShiftMixture(GaussianNoise(0.5), (0.0, 1.0), (1.0,)))
    cells, tails = product.cells(edges), product.tails(edges)
    assert np.exp(cells.log_p).cumsum()[:-1] == pytest.approx(np.exp(tails.log_p_below), abs=1e-13)
    assert np.exp(cells.log_q).cumsum()[:-1] == pytest.approx(np.exp(tails.log_q_below), abs=1e-13)


def test_no_losses_have_no_tails() -> None:
    assert len(TableProduct(ONE, TWO).tails(np.empty(0)).log_p_above) == 0


def test_the_other_direction_is_that_of_both() -> None:
    product = TableProduct(TWO, ShiftMixture(GaussianNoise(1.5), (0.0, 1.0), (1.0,)))
    assert swap(product).hockey_stick(EPSILONS) == pytest.approx(Swapped(product).hockey_stick(EPSILONS), abs=1e-12)


def test_nodes_and_lattice() -> None:
    smooth = TableProduct(TWO, ShiftMixture(GaussianNoise(1.5), (0.0, 1.0), (1.0,)))
    assert smooth.lattice is None
    nodes = smooth.nodes()
    assert 100 < len(nodes) < 10_000
    assert bool(np.all(np.diff(nodes) > 0.0))
    stepped = TableProduct(TWO, ShiftMixture(LaplaceNoise(2.0), (0.0, 1.0), (1.0,))).lattice
    assert stepped is not None
    assert stepped.offset == pytest.approx(0.5 + np.log(7.0))
    assert TableProduct(Discrete(np.empty(0), np.empty(0), np.empty(0), 1.0, 1.0), TWO).lattice is None
