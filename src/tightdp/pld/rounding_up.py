"""Rounding up: connect the dots, in the form that keeps both masses of every cell."""

from __future__ import annotations

import numpy as np

from tightdp.pld.grid_law import LOSS_ROUNDING, Grid, GridLaw, HalfCells


def round_up(cells: HalfCells) -> GridLaw:
    """The grid law whose profile is the chord in ``e^eps`` between grid points: it dominates (Doroshenko et al. 2022).

    In a cell (a, a + h] with masses P and Q the share ``(1 - e^a Q / P) / (1 - e^-h)`` of P moves to the right end,
    the rest to the left end; both masses are kept. P-mass left of the grid moves up to its first point; right of it,
    what Q-mass allows stays at the last point and the rest counts as revealed.

    Parameters
    ----------
    cells
        Half cells of the pair.
    """
    grid, spacing = cells.grid, cells.grid.spacing
    p = cells.p.reshape(-1, 2)
    filled = p > 0.0
    left = grid.offset + np.arange(grid.first - 1, grid.first + grid.count) * spacing
    fall = -np.expm1(np.where(filled, np.minimum(cells.log_x.reshape(-1, 2) + left[:, None], 0.0), 0.0))
    whole = p.sum(axis=1)
    moved = np.minimum((p * fall).sum(axis=1) / -np.expm1(-spacing), whole)
    masses = np.zeros(grid.count + 2)
    masses[1:] += moved
    masses[:-1] += whole - moved
    masses[0] += cells.below
    kept = min(cells.above, float(np.exp(min(cells.log_q_above + left[-1] + spacing, 0.0))))
    masses[-1] += kept
    lifted = Grid(grid.offset + LOSS_ROUNDING, spacing, grid.first - 1, grid.count + 2)
    return GridLaw(lifted, masses, cells.infinite + cells.above - kept)
