from __future__ import annotations

import numpy as np
import pytest

from tightdp.pairs.discrete import Discrete
from tightdp.pairs.gaussian_noise import GaussianNoise
from tightdp.pairs.ordered_laws import WIDEST, LawCells, OrderedLaws, cells_of_atoms, laws_of_pair, pair_of_laws
from tightdp.pairs.shift_cells import shift_cells
from tightdp.pairs.shift_mixture import ShiftMixture

EPSILONS = np.linspace(-3.0, 3.0, 25)


def table() -> Discrete:
    p = np.array([0.1, 0.2, 0.3, 0.15, 0.15, 0.1])
    q = np.array([0.3, 0.25, 0.2, 0.1, 0.05, 0.0])
    return Discrete.from_masses(p, np.append(q[:-1], 0.0) / q.sum())


def test_a_pair_as_laws_and_back() -> None:
    pair = Discrete.from_masses([0.5, 0.3, 0.2, 0.0], [0.0, 0.2, 0.5, 0.3])
    again = pair_of_laws(laws_of_pair(pair))
    assert again.hockey_stick(EPSILONS) == pytest.approx(pair.hockey_stick(EPSILONS), abs=1e-15)
    assert (again.p_infinite, again.q_infinite) == pytest.approx((0.5, 0.3))


def test_few_atoms_are_their_own_cells() -> None:
    laws = laws_of_pair(table())
    assert cells_of_atoms(laws).is_exact
    assert cells_of_atoms(laws, most=10).is_exact
    assert not cells_of_atoms(laws, most=2).is_exact


@pytest.mark.parametrize("most", [1, 2, 3])
def test_rounding_up_dominates_and_merging_is_dominated(most: int) -> None:
    pair = table()
    cells = cells_of_atoms(laws_of_pair(pair), most=most)
    truth = pair.hockey_stick(EPSILONS)
    assert bool(np.all(pair_of_laws(cells.rounded_up()).hockey_stick(EPSILONS) >= truth - 1e-15))
    assert bool(np.all(pair_of_laws(cells.merged()).hockey_stick(EPSILONS) <= truth + 1e-15))


def test_steps_bound_the_range_of_a_cell() -> None:
    losses = np.linspace(-1.0, 1.0, 400)
    laws = OrderedLaws(np.ones(1), np.full(400, -np.log(400.0)), losses[None, :], np.zeros(1))
    cells = cells_of_atoms(laws, step=0.1)
    assert 19 <= cells.count <= 22
    assert float((cells.high - cells.low).max()) <= 0.1


def test_two_components_keep_their_cells_narrow() -> None:
    losses = np.linspace(-1.0, 1.0, 400)
    laws = OrderedLaws(np.array([1.0, -1.0]), np.full(400, -np.log(400.0)), np.array([losses, -losses]), np.zeros(2))
    cells = cells_of_atoms(laws, most=1)
    assert float((cells.high - cells.low).max()) <= WIDEST


def test_both_masses_are_kept_and_every_component_spreads() -> None:
    cells = shift_cells(GaussianNoise(1.3), np.array([1.0, 2.0, -1.0]), 0.2)
    for laws in (cells.rounded_up(), cells.merged()):
        masses = np.exp(laws.log_base + laws.log_ratios).sum(axis=1)
        assert float(np.exp(laws.log_base).sum()) == pytest.approx(1.0, abs=1e-13)
        assert masses == pytest.approx(np.ones(3), abs=1e-13)
    for at, shift in enumerate((1.0, 2.0, -1.0)):
        truth = ShiftMixture(GaussianNoise(1.3), (0.0, 1.0), (1.0,), abs(shift)).hockey_stick(EPSILONS)
        assert bool(np.all(_alone(cells.rounded_up(), at).hockey_stick(EPSILONS) >= truth - 1e-14))
        assert bool(np.all(_alone(cells.merged(), at).hockey_stick(EPSILONS) <= truth + 1e-14))


def _alone(laws: OrderedLaws, at: int) -> Discrete:
    order = np.argsort(laws.log_ratios[at])
    one = OrderedLaws(np.ones(1), laws.log_base[order], laws.log_ratios[at][None, order], laws.revealed[at : at + 1])
    return pair_of_laws(one)


def test_a_cell_without_mass_of_the_component_stays_apart() -> None:
    pair = Discrete.from_masses([0.0, 0.25, 0.75], [0.5, 0.25, 0.25])
    cells = cells_of_atoms(laws_of_pair(pair), most=1)
    assert cells.count == 2
    assert pair_of_laws(cells.rounded_up()).q_infinite == pytest.approx(0.5)
    assert isinstance(cells, LawCells)
