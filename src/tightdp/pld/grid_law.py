"""A loss law on an evenly spaced grid, rounded to one side."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from tightdp.pairs.pair import AbstractPair, Array

# Absolute error of a loss that is read off two masses in double precision.
LOSS_ROUNDING = 1e-15


@dataclass(frozen=True, eq=False)
class Grid:
    """Losses ``offset + k spacing`` for k in [first, first + count)."""

    offset: float
    spacing: float
    first: int
    count: int

    def losses(self) -> Array:
        """All grid losses, ``(count,)``."""
        return self.offset + np.arange(self.first, self.first + self.count, dtype=np.float64) * self.spacing


@dataclass(frozen=True, eq=False)
class GridLaw:
    """P-masses of one step's loss on a grid.

    Parameters
    ----------
    grid
        The losses.
    masses
        P-mass at each loss, ``(count,)``, in the order of the grid.
    infinite
        P-mass at loss +inf.
    """

    grid: Grid
    masses: Array
    infinite: float


@dataclass(frozen=True, eq=False)
class HalfCells:
    """Masses between half-grid points, from one spacing left of the grid to one right of it, and outside.

    Parameters
    ----------
    grid
        The grid; ``first`` is a multiple of 3 less 1 and ``count`` a multiple of 3, so that groups of three grid
        points have their middle at multiples of 3 and the offset is the middle of one.
    p
        P-mass of each half cell, ``(2 count + 2,)`` from left to right.
    log_x
        ``log(Q / P)`` of each half cell: minus the loss of the merged cell; NaN where empty.
    below, above
        P-mass left and right of all half cells (finite losses).
    log_q_above
        Logarithm of the Q-mass right of all half cells.
    infinite
        P-mass at loss +inf.
    """

    grid: Grid
    p: Array
    log_x: Array
    below: float
    above: float
    log_q_above: float
    infinite: float


def half_cells(pair: AbstractPair, offset: float, spacing: float, low: float, high: float) -> HalfCells:
    """The masses of a pair on a grid that covers ``[low, high]``.

    Parameters
    ----------
    pair
        The pair of one step.
    offset, spacing
        The grid.
    low, high
        Losses that must be covered.
    """
    first = 3 * int(np.floor((low - offset) / spacing / 3.0)) - 1
    last = 3 * int(np.ceil((high - offset) / spacing / 3.0)) + 1
    grid = Grid(offset, spacing, first, last - first + 1)
    index = np.arange(2 * first - 2, 2 * last + 3)
    edges = offset + index.astype(np.float64) * (0.5 * spacing)
    cells = pair.cells(edges)
    log_p, log_q = cells.log_p, cells.log_q
    with np.errstate(invalid="ignore"):
        log_x = log_q[1:-1] - log_p[1:-1]
    left, right = -edges[:-1], -edges[1:]
    log_x = np.where(np.isnan(log_x), np.nan, np.minimum(np.maximum(log_x, right), left))
    return HalfCells(
        grid,
        np.exp(log_p[1:-1]),
        log_x,
        float(np.exp(log_p[0])),
        float(np.exp(log_p[-1])),
        float(log_q[-1]),
        pair.support.p_infinite,
    )


def shifted_half_cells(pair: AbstractPair, middle: float, spacing: float) -> list[HalfCells]:
    """Half cells around a loss at 24 offsets, an eighth of the spacing apart, from one table of finer cells.

    Parameters
    ----------
    pair
        The pair of one step.
    middle
        The loss around which the offsets lie.
    spacing
        The grid spacing.
    """
    count = 3 * 39
    halves = 2 * count + 2
    first = middle - 60.5 * spacing
    cells = pair.cells(first + np.arange(4 * halves + 25, dtype=np.float64) * (0.125 * spacing))
    log_p, log_q = (_running_sums(logs[1:-1]) for logs in (cells.log_p, cells.log_q))
    found: list[HalfCells] = []
    for shift in range(24):
        at = slice(shift, shift + 4 * halves, 4)
        with np.errstate(invalid="ignore"):
            log_x = log_q[at] - log_p[at]
        grid = Grid(first + (0.125 * shift + 2.0) * spacing, spacing, -1, count)
        found.append(HalfCells(grid, np.exp(log_p[at]), log_x, 0.0, 0.0, -np.inf, 0.0))
    return found


def _running_sums(logs: Array) -> Array:
    """Logarithms of the sums of each four neighbouring masses."""
    rows = np.lib.stride_tricks.sliding_window_view(logs, 4)
    top = rows.max(axis=1)
    safe = np.where(np.isfinite(top), top, 0.0)
    with np.errstate(divide="ignore"):
        return safe + np.log(np.exp(rows - safe[:, None]).sum(axis=1))
