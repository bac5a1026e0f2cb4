"""Rounding down: the grid law is dominated by the pair, with an error of second order."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from laws.grid_profiles import grid_profile
from laws.rounding_cast import ROUNDING_CAST
from tightdp.pairs.discrete import Discrete
from tightdp.pairs.gaussian_noise import GaussianNoise
from tightdp.pairs.pair import AbstractPair
from tightdp.pairs.shift_mixture import ShiftMixture
from tightdp.pld.grid_law import GroupCells, group_cells, shifted_groups
from tightdp.pld.partition import Grading, even, graded
from tightdp.pld.rounding_down import given_away, round_down


def even_cells(pair: AbstractPair, offset: float, spacing: float, low: float, high: float) -> GroupCells:
    return group_cells(pair, offset, spacing, even(offset, spacing, low, high))


@pytest.mark.parametrize("name", ROUNDING_CAST)
@pytest.mark.parametrize("offset", [0.0, 0.0037, -0.5])
def test_the_pair_dominates_the_grid_law(name: str, offset: float) -> None:
    pair, spacing = ROUNDING_CAST[name]
    law = round_down(even_cells(pair, offset, spacing, -40.0 * spacing, 60.0 * spacing))
    assert law.masses.min() >= 0.0
    assert law.masses.sum() + law.infinite <= 1.0 + 1e-12
    epsilons = np.concatenate([np.linspace(-45.0, 65.0, 441) * spacing, [-3.0, 3.0]])
    assert np.all(grid_profile(law, epsilons) <= pair.hockey_stick(epsilons) * (1.0 + 1e-9) + 1e-15)


@pytest.mark.parametrize("name", ROUNDING_CAST)
def test_a_grid_of_several_widths_is_dominated_too(name: str) -> None:
    pair, spacing = ROUNDING_CAST[name]
    losses = np.linspace(-400.0, 600.0, 2001) * spacing
    weights = np.exp(-np.abs(losses / spacing) / 4.0)
    places = graded(
        losses, weights / weights.sum(), Grading(0.001, spacing, 0, 100.0 * spacing, spacing), (losses[0], losses[-1])
    )
    assert len(set(places.strides.tolist())) > 2
    law = round_down(group_cells(pair, 0.001, spacing, places))
    epsilons = np.concatenate([np.linspace(-45.0, 65.0, 441) * spacing, [-3.0, 3.0]])
    assert np.all(grid_profile(law, epsilons) <= pair.hockey_stick(epsilons) * (1.0 + 1e-9) + 1e-15)


@given(
    masses=st.lists(st.floats(1e-6, 1.0), min_size=2, max_size=12),
    losses=st.lists(st.floats(-1.0, 1.0), min_size=12, max_size=12, unique=True),
    spacing=st.floats(0.01, 0.6),
    offset=st.floats(-0.5, 0.5),
)
def test_any_table_dominates_its_grid_law(
    masses: list[float], losses: list[float], spacing: float, offset: float
) -> None:
    p = np.array(masses) / sum(masses)
    loss = np.array(losses[: len(masses)])
    order = np.argsort(loss)
    q = p * np.exp(-loss)
    pair = Discrete(loss[order], np.log(p)[order], np.log(q)[order])
    law = round_down(even_cells(pair, offset, spacing, -1.2, 1.2))
    epsilons = np.concatenate([np.linspace(-1.5, 1.5, 301), loss])
    assert np.all(grid_profile(law, epsilons) <= pair.hockey_stick(epsilons) + 1e-14)


def test_its_error_has_slope_two() -> None:
    pair = ShiftMixture(GaussianNoise(1.0), (0.9, 0.1), (1.0,))
    exact = float(pair.hockey_stick(np.array([0.3]))[0])
    lost: list[float] = []
    for spacing in (0.08, 0.04, 0.02, 0.01):
        offsets = np.linspace(0.0, 3.0 * spacing, 24, endpoint=False)
        laws = [round_down(even_cells(pair, float(offset), spacing, -1.0, 12.0)) for offset in offsets]
        lost.append(float(np.mean([exact - grid_profile(law, np.array([0.3]))[0] for law in laws])))
    steps = np.array(lost)
    np.testing.assert_allclose(steps[:-1] / steps[1:], 4.0, rtol=0.6)


def test_atoms_on_the_grid_stay_where_they_are() -> None:
    pair = Discrete.from_masses([0.8, 0.2], [0.2, 0.8])
    top = float(pair.losses[-1])
    law = round_down(even_cells(pair, top - 1e-12, 2.0 * top, -top, top))
    order = np.argsort(law.places)
    np.testing.assert_allclose(law.losses()[order], [-top, top], atol=1e-8)
    np.testing.assert_allclose(law.masses[order], [0.2, 0.8], rtol=1e-12)


def test_some_offset_fits_a_bulk_that_is_narrower_than_the_grid() -> None:
    """The loss of a rarely drawn record sits in a few cells; a good offset gives none of its mean away."""
    pair = ShiftMixture(GaussianNoise(0.8), (1.0 - 1e-4, 1e-4), (1.0,))
    candidates = shifted_groups(pair, -7e-5, 1e-5)
    mean, spread = given_away(candidates)
    assert mean.min() <= 1e-12
    assert mean.max() >= 1e-8
    assert spread.shape == mean.shape == (24,)
