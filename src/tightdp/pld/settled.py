"""Atoms that a grid does not fit, moved onto it at little loss."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from tightdp.pairs.pair import Array
from tightdp.pld.grid_law import GroupCells

# Masses from here on are worth the search, and places this close to a grid point are on it, in units of the spacing.
_HEAVY = 0.05
_ON_POINT = 1e-6
# How far above a grid point an atom is put, so that rounding cannot leave it below.
_HAIR = 1e-9


def settled(cells: GroupCells) -> GroupCells:
    """Half cells in which each heavy one has its mean on a grid point.

    An atom between two points cannot stay there when it is rounded down: moved to the point below it, it loses up to a
    spacing. Merged instead with just enough of the closest mass on the other side of the point it keeps the mean, and
    what it loses is of higher order. Merging is data processing, and part of a cell may be merged by tossing a coin.

    Parameters
    ----------
    cells
        Half cells of the pair, in groups.
    """
    if not bool(np.any(cells.p > _HEAVY)):
        return cells
    flat = _Flat(cells)
    for at in np.flatnonzero(flat.p > _HEAVY).tolist():
        flat.settle(at)
    return flat.grouped()


class _Flat:
    """The half cells in one row, by increasing loss."""

    def __init__(self, cells: GroupCells) -> None:
        self.cells = cells
        self.p: Array = cells.p[:, ::-1].ravel().copy()
        spacing = cells.strides.astype(np.float64) * cells.spacing
        centers = cells.offset + cells.middles.astype(np.float64) * cells.spacing
        nominal = (centers[:, None] + spacing[:, None] * (0.5 * np.arange(6) - 1.25)).ravel()
        self.losses: Array = np.where(self.p > 0.0, -cells.log_x[:, ::-1].ravel(), nominal)
        self.spacing, self.centers = spacing, centers
        self.heavy: NDArray[np.bool_] = self.p > _HEAVY

    def settle(self, at: int) -> None:
        """Merge one half cell so that its mean is on a point of its group, on the side where that costs less."""
        spacing, center = float(self.spacing[at // 6]), float(self.centers[at // 6])
        place = (float(self.losses[at]) - center) / spacing
        if abs(place - round(place)) <= _ON_POINT:
            return
        points = {point for point in (np.floor(place), np.ceil(place)) if abs(point) <= 1.0}
        tried = [self._merged(at, center + (float(point) + _HAIR) * spacing) for point in points]
        found = min((one for one in tried if one is not None), key=lambda one: one[0], default=None)
        if found is None:
            return
        _, loss, where, taken = found
        self.p[where] -= taken
        self.p[at] += float(taken.sum())
        self.losses[at] = loss

    def _merged(self, at: int, loss: float) -> tuple[float, float, NDArray[np.int64], Array] | None:
        """``(spread that is lost, loss, cells, masses taken)``; None where there is too little mass to take.

        The mean of ``e^-L`` ends a hair on the side that makes the claimed loss too small.
        """
        gap = float(np.expm1(loss - self.losses[at]))
        is_down = gap < 0.0
        where = np.arange(at - 1, -1, -1) if is_down else np.arange(at + 1, len(self.p))
        distance = np.expm1(loss - self.losses[where]) * (1.0 if is_down else -1.0)
        usable = ~self.heavy[where] & (distance > 0.0) & (self.p[where] > 0.0)
        where, distance = where[usable], distance[usable]
        needed = float(self.p[at]) * abs(gap) * (1.0 - 1e-9 if is_down else 1.0 + 1e-9)
        reached = np.cumsum(self.p[where] * distance)
        last = int(np.searchsorted(reached, needed))
        if last >= len(reached):
            return None
        taken = self.p[where[: last + 1]].copy()
        taken[last] -= (float(reached[last]) - needed) / float(distance[last])
        taken = np.maximum(taken, 0.0)
        return float((taken * distance[: last + 1] ** 2).sum()), loss, where[: last + 1], taken

    def grouped(self) -> GroupCells:
        """Groups again, each from its largest loss to its smallest."""
        p, losses = self.p.reshape(-1, 6), self.losses.reshape(-1, 6)
        order = np.argsort(-losses, axis=1, kind="stable")
        p, losses = np.take_along_axis(p, order, axis=1), np.take_along_axis(losses, order, axis=1)
        return replace(self.cells, p=p, log_x=np.where(p > 0.0, -losses, np.nan))
