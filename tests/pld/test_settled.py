"""Atoms moved onto the grid: nothing is gained, the mean is kept, and far less is lost than without."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from laws.grid_profiles import grid_profile
from laws.rounding_cast import ROUNDING_CAST
from tightdp.pairs.discrete import Discrete
from tightdp.pairs.laplace_noise import LaplaceNoise
from tightdp.pairs.pair import AbstractPair
from tightdp.pairs.shift_mixture import ShiftMixture
from tightdp.pld.grid_law import GroupCells, group_cells
from tightdp.pld.partition import even
from tightdp.pld.rounding_down import round_down
from tightdp.pld.settled import settled

PLATEAUS = ShiftMixture(LaplaceNoise(1.1), (0.99, 0.01), (1.0,))


def even_cells(pair: AbstractPair, offset: float, spacing: float, low: float, high: float) -> GroupCells:
    return group_cells(pair, offset, spacing, even(offset, spacing, low, high))


def mean(cells: GroupCells) -> float:
    """``E[e^-L]`` of the cells, minus their mass."""
    filled = cells.p > 0.0
    return float((cells.p[filled] * np.expm1(cells.log_x[filled])).sum())


@pytest.mark.parametrize("name", ROUNDING_CAST)
@pytest.mark.parametrize("offset", [0.0, 0.0037, -0.5])
def test_the_pair_dominates_the_grid_law(name: str, offset: float) -> None:
    pair, spacing = ROUNDING_CAST[name]
    for fine in (1.0, 0.3):
        law = round_down(settled(even_cells(pair, offset, fine * spacing, -40.0 * spacing, 60.0 * spacing)))
        assert law.masses.min() >= 0.0
        assert law.masses.sum() + law.infinite <= 1.0 + 1e-12
        epsilons = np.concatenate([np.linspace(-45.0, 65.0, 441) * spacing, [-3.0, 3.0]])
        assert np.all(grid_profile(law, epsilons) <= pair.hockey_stick(epsilons) * (1.0 + 1e-9) + 1e-15)


@given(
    masses=st.lists(st.floats(1e-4, 1.0), min_size=2, max_size=30),
    losses=st.lists(st.floats(-1.0, 1.0), min_size=30, max_size=30, unique=True),
    spacing=st.floats(0.01, 0.6),
    offset=st.floats(-0.5, 0.5),
)
def test_any_table_dominates_its_grid_law(
    masses: list[float], losses: list[float], spacing: float, offset: float
) -> None:
    p = np.array(masses) / sum(masses)
    loss = np.sort(np.array(losses[: len(masses)]))
    pair = Discrete(loss, np.log(p), np.log(p) - loss)
    cells = even_cells(pair, offset, spacing, -1.2, 1.2)
    law = round_down(settled(cells))
    epsilons = np.concatenate([np.linspace(-1.5, 1.5, 301), loss])
    assert np.all(grid_profile(law, epsilons) <= pair.hockey_stick(epsilons) + 1e-14)
    assert settled(cells).p.sum() == pytest.approx(cells.p.sum(), rel=1e-12)


@pytest.mark.parametrize("offset", [0.0, 1e-5, 3.7e-5])
def test_both_plateaus_of_laplace_noise_are_on_the_grid_and_the_mean_is_kept(offset: float) -> None:
    spacing = 1e-4
    plain = even_cells(PLATEAUS, offset, spacing, -8e-3, 2e-2)
    found = settled(plain)
    assert mean(found) == pytest.approx(mean(plain), abs=1e-9 * spacing)
    heavy = found.p > 0.05
    places = (-found.log_x[heavy] - offset) / spacing
    assert heavy.sum() == 2
    assert np.all(np.abs(places - np.round(places)) < 1e-6)
    assert np.all(np.diff(found.log_x, axis=1)[np.isfinite(np.diff(found.log_x, axis=1))] >= 0.0)


def test_what_is_lost_falls_faster_than_the_spacing() -> None:
    lost: dict[bool, list[float]] = {True: [], False: []}
    at = np.array([1e-3])
    for spacing in (4e-4, 1e-4, 2.5e-5):
        cells = even_cells(PLATEAUS, 0.37 * spacing, spacing, -8e-3, 2e-2)
        for is_settled, kept in lost.items():
            law = round_down(settled(cells) if is_settled else cells)
            kept.append(float((PLATEAUS.hockey_stick(at) - grid_profile(law, at))[0]))
    assert lost[True][-1] < 0.1 * lost[False][-1]
    assert lost[True][-1] < lost[True][0] / 50.0


def test_cells_without_atoms_are_left_alone() -> None:
    cells = even_cells(ROUNDING_CAST["gaussian remove"][0], 0.0, 1e-3, -0.2, 3.0)
    assert cells.p.max() < 0.05
    assert settled(cells) is cells


def test_an_atom_without_neighbours_stays() -> None:
    """There is no mass to merge it with on either side."""
    pair = Discrete.from_masses([0.5, 0.5], [0.4, 0.6])
    cells = even_cells(pair, 0.013, 0.05, -0.4, 0.4)
    np.testing.assert_array_equal(settled(cells).p.sum(axis=1), cells.p.sum(axis=1))
