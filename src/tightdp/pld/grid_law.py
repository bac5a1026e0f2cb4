"""A loss law on an evenly spaced grid, and the masses that are rounded onto it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from tightdp.pairs.pair import AbstractPair, Array
from tightdp.pld.partition import Integers, Partition

# Absolute error of a loss that is read off two masses in double precision.
LOSS_ROUNDING = 1e-15


@dataclass(frozen=True, eq=False)
class GridLaw:
    """P-masses of one step's loss on a grid.

    Parameters
    ----------
    offset, spacing
        The grid: losses ``offset + k spacing`` for integers k.
    places
        The integers k that carry mass, ``(n,)``, in any order; one may occur several times.
    masses
        P-mass at each place, ``(n,)``.
    infinite
        P-mass at loss +inf.
    q_infinite
        Q-mass at loss -inf, where P has none.
    """

    offset: float
    spacing: float
    places: Integers
    masses: Array
    infinite: float
    q_infinite: float = 0.0

    def losses(self) -> Array:
        """The loss at each place, ``(n,)``."""
        return self.offset + self.places.astype(np.float64) * self.spacing


@dataclass(frozen=True, eq=False)
class PointCells:
    """Masses between neighbouring points of a partition.

    Parameters
    ----------
    offset, spacing
        The finest grid.
    points
        Increasing places, ``(n + 1,)``.
    p
        P-mass of each cell, ``(n,)``.
    log_x
        ``log(Q / P)`` of each cell: minus the loss of the merged cell; NaN where empty.
    below, above
        P-mass left and right of all cells (finite losses).
    log_q_above
        Logarithm of the Q-mass right of all cells.
    infinite
        P-mass at loss +inf.
    q_below
        Q-mass left of all cells, loss -inf included.
    """

    offset: float
    spacing: float
    points: Integers
    p: Array
    log_x: Array
    below: float
    above: float
    log_q_above: float
    infinite: float
    q_below: float


@dataclass(frozen=True, eq=False)
class GroupCells:
    """Masses of half cells in groups of six, which share three grid points.

    Parameters
    ----------
    offset, spacing
        The finest grid.
    middles, strides
        Middle place of each group and the distance of its points, in units of the spacing, ``(groups,)``.
    p, log_x
        As for :class:`PointCells`, the largest loss first, ``(groups, 6)``.
    above
        P-mass right of all groups (finite losses).
    infinite
        P-mass at loss +inf.
    """

    offset: float
    spacing: float
    middles: Integers
    strides: Integers
    p: Array
    log_x: Array
    above: float
    infinite: float


def point_cells(pair: AbstractPair, offset: float, spacing: float, partition: Partition) -> PointCells:
    """The masses of a pair between the points of a partition.

    Parameters
    ----------
    pair
        The pair of one step.
    offset, spacing
        The finest grid.
    partition
        Its places.
    """
    points = partition.points()
    edges = offset + points.astype(np.float64) * spacing
    cells = pair.cells(edges)
    log_x = _ratios(cells.log_p[1:-1], cells.log_q[1:-1], edges[:-1], edges[1:])
    below, above = np.exp(cells.log_p[[0, -1]]).tolist()
    log_q_above = float(cells.log_q[-1])
    p = np.exp(cells.log_p[1:-1])
    ends = pair.support
    q_below = float(np.exp(cells.log_q[0])) + ends.q_infinite
    return PointCells(offset, spacing, points, p, log_x, below, above, log_q_above, ends.p_infinite, q_below)


def group_cells(pair: AbstractPair, offset: float, spacing: float, partition: Partition) -> GroupCells:
    """The masses of a pair in the half cells of a partition's groups.

    Parameters
    ----------
    pair
        The pair of one step.
    offset, spacing
        The finest grid.
    partition
        Its places.
    """
    middles, strides = partition.groups()
    halves = middles[:, None] + strides[:, None] * (0.5 * np.arange(-3, 3))
    places = np.append(halves.ravel(), middles[-1] + 1.5 * strides[-1])
    edges = offset + places * spacing
    cells = pair.cells(edges)
    log_x = _ratios(cells.log_p[1:-1], cells.log_q[1:-1], edges[:-1], edges[1:])
    p, above = np.exp(cells.log_p[1:-1]), float(np.exp(cells.log_p[-1]))
    shape = (len(middles), 6)
    p, log_x = p.reshape(shape)[:, ::-1], log_x.reshape(shape)[:, ::-1]
    return GroupCells(offset, spacing, middles, strides, p, log_x, above, pair.support.p_infinite)


def _ratios(log_p: Array, log_q: Array, left: Array, right: Array) -> Array:
    """``log(Q / P)``, kept where the cell's edges allow it against rounding."""
    with np.errstate(invalid="ignore"):
        log_x = log_q - log_p
    return np.where(np.isnan(log_x), np.nan, np.minimum(np.maximum(log_x, -right), -left))


@dataclass(frozen=True, eq=False)
class ShiftedGroups:
    """The groups of evenly spaced grids around one loss, at several offsets.

    Parameters
    ----------
    offsets
        Offset of each grid; the middle of its first group, ``(shifts,)``.
    spacing
        Spacing of all grids.
    p, log_x
        As for :class:`GroupCells`, ``(shifts, groups, 6)``.
    """

    offsets: Array
    spacing: float
    p: Array
    log_x: Array


def shifted_groups(pair: AbstractPair, middle: float, spacing: float, every: int = 1) -> ShiftedGroups:
    """Half cells around a loss at up to 24 offsets, an eighth of the spacing apart, from one table of finer cells.

    Parameters
    ----------
    pair
        The pair of one step.
    middle
        The loss around which the offsets lie.
    spacing
        The grid spacing.
    every
        2 for half as many offsets at twice the distance, and so on.
    """
    groups, moved = 15, np.arange(0, 24, every)
    halves = 6 * groups
    first = middle - 24.5 * spacing
    cells = pair.cells(first + np.arange(4 * halves + 25, dtype=np.float64) * (0.125 * spacing))
    at = moved[:, None] + 4 * np.arange(halves)
    log_p, log_q = (_running_sums(logs[1:-1])[at] for logs in (cells.log_p, cells.log_q))
    with np.errstate(invalid="ignore"):
        log_x = log_q - log_p
    shape = (len(moved), groups, 6)
    offsets = first + (0.125 * moved.astype(np.float64) + 1.5) * spacing
    return ShiftedGroups(offsets, spacing, np.exp(log_p).reshape(shape)[..., ::-1], log_x.reshape(shape)[..., ::-1])


def _running_sums(logs: Array) -> Array:
    """Logarithms of the sums of each four neighbouring masses."""
    rows = np.lib.stride_tricks.sliding_window_view(logs, 4)
    top = rows.max(axis=1)
    safe = np.where(np.isfinite(top), top, 0.0)
    with np.errstate(divide="ignore"):
        return safe + np.log(np.exp(rows - safe[:, None]).sum(axis=1))
