"""Half cells: their masses and ratios, and the same cells at shifted offsets."""

from __future__ import annotations

import numpy as np
import pytest

from laws.rounding_cast import ROUNDING_CAST
from tightdp.pld.grid_law import Grid, half_cells, shifted_half_cells


def test_grid_losses() -> None:
    np.testing.assert_allclose(Grid(0.5, 0.1, -2, 4).losses(), [0.3, 0.4, 0.5, 0.6])


@pytest.mark.parametrize("name", ROUNDING_CAST)
def test_half_cells_hold_all_mass_and_their_mean_loss(name: str) -> None:
    pair, spacing = ROUNDING_CAST[name]
    cells = half_cells(pair, 0.001, spacing, -10.0 * spacing, 20.0 * spacing)
    grid = cells.grid
    assert grid.first % 3 == 2
    assert grid.count % 3 == 0
    assert len(cells.p) == len(cells.log_x) == 2 * grid.count + 2
    assert cells.p.sum() + cells.below + cells.above + cells.infinite == pytest.approx(1.0, abs=1e-12)
    edges = grid.offset + np.arange(2 * grid.first - 2, 2 * grid.first + 2 * grid.count + 1) * (0.5 * spacing)
    filled = cells.p > 0.0
    assert np.all(-cells.log_x[filled] >= edges[:-1][filled])
    assert np.all(-cells.log_x[filled] <= edges[1:][filled])


@pytest.mark.parametrize("name", ["gaussian remove", "laplace group", "table"])
def test_shifted_cells_are_the_cells_at_their_offsets(name: str) -> None:
    pair, spacing = ROUNDING_CAST[name]
    for cells in shifted_half_cells(pair, 0.03, spacing)[::5]:
        first, count = cells.grid.first, cells.grid.count
        low = cells.grid.offset + (first + 1.001) * spacing
        again = half_cells(pair, cells.grid.offset, spacing, low, low + (count - 3.002) * spacing)
        assert (again.grid.first, again.grid.count) == (first, count)
        np.testing.assert_allclose(cells.p, again.p, rtol=1e-9, atol=1e-14)
        filled = (cells.p > 1e-12) & (again.p > 1e-12)
        np.testing.assert_allclose(cells.log_x[filled], again.log_x[filled], rtol=1e-6, atol=1e-9)
