"""Rounding up: the grid law dominates the pair, agrees with it on the grid, and keeps both masses."""

from __future__ import annotations

import numpy as np
import pytest

from laws.grid_profiles import grid_profile
from laws.rounding_cast import ROUNDING_CAST
from tightdp.pairs.gaussian_noise import GaussianNoise
from tightdp.pairs.pair import AbstractPair
from tightdp.pairs.shift_mixture import ShiftMixture
from tightdp.pld.grid_law import PointCells, point_cells
from tightdp.pld.partition import Grading, even, graded
from tightdp.pld.rounding_up import round_up


def even_cells(pair: AbstractPair, offset: float, spacing: float, low: float, high: float) -> PointCells:
    return point_cells(pair, offset, spacing, even(offset, spacing, low, high))


@pytest.mark.parametrize("name", ROUNDING_CAST)
@pytest.mark.parametrize("offset", [0.0, 0.0037, -0.5])
def test_the_grid_law_dominates_the_pair(name: str, offset: float) -> None:
    pair, spacing = ROUNDING_CAST[name]
    law = round_up(even_cells(pair, offset, spacing, -40.0 * spacing, 60.0 * spacing))
    assert law.masses.min() >= 0.0
    assert law.masses.sum() + law.infinite == pytest.approx(1.0, abs=1e-12)
    epsilons = np.concatenate([np.linspace(-45.0, 65.0, 441) * spacing, [-3.0, 3.0]])
    assert np.all(grid_profile(law, epsilons) >= pair.hockey_stick(epsilons) * (1.0 - 1e-9) - 1e-15)


@pytest.mark.parametrize("name", ROUNDING_CAST)
def test_a_grid_of_several_widths_dominates_too(name: str) -> None:
    pair, spacing = ROUNDING_CAST[name]
    losses = np.linspace(-40.0, 60.0, 201) * spacing
    weights = np.exp(-np.abs(losses / spacing) / 4.0)
    places = graded(
        losses, weights / weights.sum(), Grading(0.001, spacing, 0, 100.0 * spacing, spacing), (losses[0], losses[-1])
    )
    law = round_up(point_cells(pair, 0.001, spacing, places))
    epsilons = np.concatenate([np.linspace(-45.0, 65.0, 441) * spacing, [-3.0, 3.0]])
    assert np.all(grid_profile(law, epsilons) >= pair.hockey_stick(epsilons) * (1.0 - 1e-9) - 1e-15)


@pytest.mark.parametrize("name", ["gaussian remove", "gaussian group", "laplace remove", "spliced"])
def test_on_the_grid_it_is_the_profile(name: str) -> None:
    pair, spacing = ROUNDING_CAST[name]
    law = round_up(even_cells(pair, 0.0, spacing, -40.0 * spacing, 60.0 * spacing))
    grid = law.losses()[2:-2]
    np.testing.assert_allclose(grid_profile(law, grid), pair.hockey_stick(grid), rtol=1e-8, atol=1e-14)


def test_it_keeps_the_q_mass() -> None:
    """``sum p e^-loss`` is the Q-mass at finite losses, here all of it."""
    pair = ShiftMixture(GaussianNoise(1.0), (0.8, 0.2), (1.0,))
    law = round_up(even_cells(pair, 0.0, 0.05, -0.3, 8.0))
    assert float((law.masses * np.exp(-law.losses())).sum()) == pytest.approx(1.0, abs=1e-12)


def test_golden_masses_of_connect_the_dots() -> None:
    """theory.json ctd.masses: loss .05 and 1, and the mass at infinity beyond 3."""
    pair = ShiftMixture(GaussianNoise(1.0), (0.8, 0.2), (1.0,))
    law = round_up(even_cells(pair, 0.0, 0.05, -0.2, 2.9))
    losses = law.losses()
    for loss, mass in ((0.05, 0.0678364324757208), (1.0, 0.0017048994956065048)):
        assert float(law.masses[np.argmin(np.abs(losses - loss))]) == pytest.approx(mass, rel=1e-9)
    last = pair.hockey_stick(losses[-1:])[0]
    assert law.infinite == pytest.approx(last, rel=1e-8)


def test_its_error_has_slope_two() -> None:
    pair = ShiftMixture(GaussianNoise(1.0), (0.9, 0.1), (1.0,))
    added: list[float] = []
    for spacing in (0.08, 0.04, 0.02, 0.01):
        law = round_up(even_cells(pair, 0.0, spacing, -1.0, 12.0))
        added.append(float((law.masses * law.losses() ** 2).sum()))
    steps = -np.diff(added)
    np.testing.assert_allclose(steps[:-1] / steps[1:], 4.0, rtol=0.25)
