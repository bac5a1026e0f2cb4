"""Cells between grid points and in groups: their masses and ratios, and the same cells at shifted offsets."""

from __future__ import annotations

import numpy as np
import pytest

from laws.rounding_cast import ROUNDING_CAST
from tightdp.pld.grid_law import GridLaw, group_cells, point_cells, shifted_groups
from tightdp.pld.partition import even


def test_grid_losses() -> None:
    law = GridLaw(0.5, 0.1, np.array([-2, 3, 0]), np.array([0.2, 0.3, 0.5]), 0.0)
    np.testing.assert_allclose(law.losses(), [0.3, 0.8, 0.5])


@pytest.mark.parametrize("name", ROUNDING_CAST)
def test_cells_hold_all_mass_and_their_mean_loss(name: str) -> None:
    pair, spacing = ROUNDING_CAST[name]
    places = even(0.001, spacing, -10.0 * spacing, 20.0 * spacing)
    cells = point_cells(pair, 0.001, spacing, places)
    assert cells.p.sum() + cells.below + cells.above + cells.infinite == pytest.approx(1.0, abs=1e-12)
    edges = 0.001 + cells.points * spacing
    filled = cells.p > 0.0
    assert np.all(-cells.log_x[filled] >= edges[:-1][filled])
    assert np.all(-cells.log_x[filled] <= edges[1:][filled])


@pytest.mark.parametrize("name", ROUNDING_CAST)
def test_groups_hold_the_mass_between_their_ends(name: str) -> None:
    pair, spacing = ROUNDING_CAST[name]
    places = even(0.001, spacing, -10.0 * spacing, 20.0 * spacing)
    groups = group_cells(pair, 0.001, spacing, places)
    assert np.all(groups.middles % 3 == 0)
    low = 0.001 + (groups.middles[0] - 1.5) * spacing
    outside = float(np.exp(pair.tails(np.array([low])).log_p_below[0]))
    assert groups.p.sum() + groups.above + outside + groups.infinite == pytest.approx(1.0, abs=1e-12)
    middles = 0.001 + groups.middles * spacing
    filled = groups.p > 0.0
    assert np.all(np.abs(-groups.log_x - middles[:, None])[filled] <= 1.5 * spacing * (1.0 + 1e-12))


@pytest.mark.parametrize("name", ["gaussian remove", "laplace group", "table"])
def test_shifted_groups_are_the_groups_at_their_offsets(name: str) -> None:
    pair, spacing = ROUNDING_CAST[name]
    shifted = shifted_groups(pair, 0.03, spacing)
    for at in range(0, len(shifted.offsets), 5):
        offset = float(shifted.offsets[at])
        high = offset + 3 * (shifted.p.shape[1] - 1) * spacing
        again = group_cells(pair, offset, spacing, even(offset, spacing, offset, high))
        np.testing.assert_allclose(shifted.p[at], again.p, rtol=1e-9, atol=1e-14)
        filled = (shifted.p[at] > 1e-12) & (again.p > 1e-12)
        np.testing.assert_allclose(shifted.log_x[at][filled], again.log_x[filled], rtol=1e-6, atol=1e-9)
