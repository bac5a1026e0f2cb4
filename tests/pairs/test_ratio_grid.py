from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tightdp.pairs.discrete import Discrete
from tightdp.pairs.ratio_grid import RatioGrid, law_of_table, rounded
from tightdp.pairs.ratio_law import RatioLaw

EPSILONS = np.array([-2.0, -0.3, 0.0, 0.4, 1.0, 3.0])
TABLE = Discrete.from_masses([0.1, 0.5, 0.3, 0.1, 0.0], [0.4, 0.3, 0.2, 0.0, 0.1])


@given(
    width=st.floats(1e-6, 3.0),
    losses=st.lists(st.floats(-500.0, 500.0), min_size=1, max_size=20),
)
def test_every_loss_is_in_its_cell(width: float, losses: list[float]) -> None:
    at = np.array(sorted(losses))
    grid = RatioGrid(width, float(at[0]), float(at[-1]))
    edges = grid.edges()
    assert np.all(np.diff(edges) > 0.0)
    cells = grid.cell_of(at, len(edges) - 1)
    slack = 1e-9 * np.maximum(np.abs(at), width)
    assert np.all(edges[cells] <= at + slack)
    assert np.all(edges[cells + 1] >= at - slack)


def test_cells_are_finest_at_no_loss() -> None:
    sizes = np.diff(RatioGrid(0.1, -20.0, 20.0).edges())
    assert np.all(np.diff(sizes[1 : len(sizes) // 2 - 1]) < 0.0)
    assert np.all(np.diff(sizes[len(sizes) // 2 + 1 : -1]) > 0.0)


EDGES = np.log([0.25, 0.5, 1.0, 2.0, 4.0])
MASSES, WEIGHTS = np.array([0.3, 0.2, 0.3, 0.1]), np.array([0.1, 0.16, 0.42, 0.3])


def put_options(ratios: np.ndarray, masses: np.ndarray) -> np.ndarray:
    """``E (c - W)_+`` at several c."""
    strikes = np.linspace(0.0, 5.0, 60)
    return (masses * np.maximum(strikes[:, None] - ratios, 0.0)).sum(axis=1)


def test_spreading_is_above_and_merging_below() -> None:
    above = rounded(EDGES, MASSES, WEIGHTS, 0.1, 0.02, is_above=True)
    below = rounded(EDGES, MASSES, WEIGHTS, 0.1, 0.02, is_above=False)
    for law in (above, below):
        assert law.masses.sum() + law.null == pytest.approx(1.0)
        assert (law.masses * law.ratios).sum() + law.revealed == pytest.approx(1.0)
    assert set(np.round(above.ratios, 9)) <= {0.25, 0.5, 1.0, 2.0, 4.0}
    assert np.allclose(below.ratios, WEIGHTS / MASSES)
    assert np.all(put_options(above.ratios, above.masses) >= put_options(below.ratios, below.masses) - 1e-15)


def test_cells_of_one_side_are_revealed_or_merged() -> None:
    masses, weights = np.array([1.0, 0.0]), np.array([0.7, 0.3])
    edges = np.log([0.5, 1.0, 2.0])
    above = rounded(edges, masses, weights, 0.0, 0.0, is_above=True)
    assert above.revealed == pytest.approx(0.3)
    below = rounded(edges, masses, weights, 0.0, 0.0, is_above=False)
    assert (below.ratios.tolist(), below.revealed) == ([1.0], 0.0)


def test_nothing_in_common_is_merged_to_nothing_told() -> None:
    below = rounded(np.log([0.5, 1.0, 2.0]), np.array([1.0, 0.0]), np.array([0.0, 1.0]), 0.0, 0.0, is_above=False)
    assert (below.ratios.tolist(), below.masses.tolist(), below.null, below.revealed) == ([1.0], [1.0], 0.0, 0.0)


@pytest.mark.parametrize("is_above", [True, False])
def test_a_table_and_back(is_above: bool) -> None:
    law = law_of_table(TABLE, is_above=is_above)
    assert (law.masses * law.ratios).sum() + law.revealed == pytest.approx(1.0)
    assert law.masses.sum() + law.null == pytest.approx(1.0)
    before, after = TABLE.hockey_stick(EPSILONS), law.pair().hockey_stick(EPSILONS)
    assert after == pytest.approx(before, rel=1e-9)
    assert np.all(after >= before) if is_above else np.all(after <= before)


def test_no_ratio_is_among_the_atoms_if_asked() -> None:
    ratios, masses = law_of_table(TABLE, is_above=True).with_null()
    assert ratios[0] == 0.0
    assert masses[0] == pytest.approx(0.1)
    plain = RatioLaw(np.ones(1), np.ones(1), 0.0, 0.0, is_above=True)
    assert plain.with_null()[0].tolist() == [1.0]


@pytest.mark.parametrize("losses", [[-200.0, 200.0, 1000.0], [-1000.0, -200.0, 200.0], [-2000.0, 2000.0]])
def test_atoms_out_of_the_range_of_floats_go_to_the_safe_side(losses: list[float]) -> None:
    """They carry P-mass that Q has next to none of, or the other way round."""
    at = np.array(losses)
    heavier = np.log(np.full(len(at), 1.0 / len(at)))
    pair = Discrete(at, heavier + np.minimum(at, 0.0), heavier - np.maximum(at, 0.0))
    above, below = (law_of_table(pair, is_above=side).pair() for side in (True, False))
    truth = pair.hockey_stick(EPSILONS)
    assert np.all(above.hockey_stick(EPSILONS) >= truth)
    assert np.all(below.hockey_stick(EPSILONS) <= truth)


def test_laws_narrower_than_floats_lose_no_mass() -> None:
    grid = RatioGrid(1e-30, -1e-29, 1e-29)
    edges = grid.edges()
    masses = np.full(len(edges) - 1, 1.0 / (len(edges) - 1))
    for side in (True, False):
        assert rounded(edges, masses, masses, 0.0, 0.0, is_above=side).masses.sum() == pytest.approx(1.0)
