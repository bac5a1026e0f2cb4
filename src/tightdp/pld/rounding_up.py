"""Rounding up: connect the dots, in the form that keeps both masses of every cell."""

from __future__ import annotations

import math

import numpy as np

from tightdp.pld.grid_law import LOSS_ROUNDING, GridLaw, PointCells


def round_up(cells: PointCells) -> GridLaw:
    """The grid law whose profile is the chord in ``e^eps`` between grid points: it dominates (Doroshenko et al. 2022).

    In a cell (a, a + h] with masses P and Q the share ``(1 - e^a Q / P) / (1 - e^-h)`` of P moves to the right end,
    the rest to the left end; both masses are kept. P-mass left of the grid moves up to its first point; right of it,
    what Q-mass allows stays at the last point and the rest counts as revealed. The cells need not be equally wide.
    Q-mass that no P-mass accounts for has loss -inf.

    Parameters
    ----------
    cells
        Cells of the pair.
    """
    places, p = cells.points, cells.p
    points = cells.offset + places.astype(np.float64) * cells.spacing
    widths = np.diff(places) * cells.spacing
    filled = p > 0.0
    fall = -np.expm1(np.where(filled, np.minimum(cells.log_x + points[:-1], 0.0), 0.0))
    moved = np.minimum(p * fall / -np.expm1(-widths), p)
    masses = np.zeros(len(places))
    masses[1:] += moved
    masses[:-1] += p - moved
    masses[0] += cells.below
    kept = min(cells.above, float(np.exp(min(cells.log_q_above + points[-1], 0.0))))
    masses[-1] += kept
    excess = max(0.0, cells.q_below - cells.below * math.exp(min(-float(points[0]), 700.0)))
    infinite = cells.infinite + cells.above - kept
    return GridLaw(cells.offset + LOSS_ROUNDING, cells.spacing, places, masses, infinite, excess)
