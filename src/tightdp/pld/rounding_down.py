"""Rounding down: merge cells, then keep as much spread on the grid as the merged cells allow."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from tightdp.pairs.pair import Array
from tightdp.pld.grid_law import LOSS_ROUNDING, Grid, GridLaw, HalfCells

# A grid loss is read a little lower than it is, so that rounding cannot lift an atom above it.
_RELATIVE_SLACK = 1e-10
_TINY = 1e-300


def round_down(cells: HalfCells) -> GridLaw:
    """A grid law that the pair dominates, with an error of second order in the spacing.

    Write ``x = e^-L``. A law of x under P is dominated if ``E (k - x)_+`` is nowhere larger: it may merge masses
    (data processing) and move them to a larger x. Each group of three grid points takes the mass of the six half
    cells around it: the points get the largest masses, from the largest loss down, for which ``E (k - x)_+`` stays
    below that of the merged half cells at each of their means, and the mean of x is kept where the group allows it.

    Parameters
    ----------
    cells
        Half cells of the pair.
    """
    grid, spacing = cells.grid, cells.grid.spacing
    masses = _largest_below(*_groups(cells), spacing)
    wide = np.zeros(grid.count + 1)
    for column, start in enumerate((3, 2, 1, 0)):
        wide[start : start + grid.count : 3] += masses[:, column]
    wide[-1] += cells.above + float(cells.p[-1])
    slack = LOSS_ROUNDING + _RELATIVE_SLACK * spacing
    return GridLaw(Grid(grid.offset - slack, spacing, grid.first - 1, grid.count + 1), wide, cells.infinite)


def given_away(candidates: Sequence[HalfCells]) -> tuple[Array, Array]:
    """What rounding down loses: the increase of ``E[e^-L]``, and the decrease of its spread within the groups.

    The first is of third order in the spacing where the loss has a smooth density, and of first order where much mass
    sits in a few cells that the grid does not fit; so the offset is chosen by these two numbers.

    Parameters
    ----------
    candidates
        Half cells of the pair on grids of one spacing and one size.

    Returns
    -------
    Both numbers for each candidate.
    """
    spacing = candidates[0].grid.spacing
    both = [_groups(cells) for cells in candidates]
    p, x = np.concatenate([p for p, _ in both]), np.concatenate([x for _, x in both])
    points = np.expm1(-spacing * np.array([1.0, 0.0, -1.0, -2.0]))
    kept = _largest_below(p, x, spacing)
    mean = (kept * points).sum(axis=1) - (p * x).sum(axis=1)
    spread = (p * x * x).sum(axis=1) - (kept * points * points).sum(axis=1)
    each = len(candidates), -1
    return mean.reshape(each).sum(axis=1), spread.reshape(each).sum(axis=1)


def _groups(cells: HalfCells) -> tuple[Array, Array]:
    """Masses and relative ``x - 1`` of the six half cells of each group, the largest loss first, ``(groups, 6)``."""
    grid, spacing = cells.grid, cells.grid.spacing
    groups = grid.count // 3
    p = cells.p[1:-1].reshape(groups, 6)[:, ::-1]
    center = grid.offset + (grid.first + 1 + 3 * np.arange(groups)) * spacing
    middle = np.expm1(-spacing * (2.5 - np.arange(6)) * 0.5)
    log_x = cells.log_x[1:-1].reshape(groups, 6)[:, ::-1] + center[:, None]
    return p, np.where(p > 0.0, np.expm1(np.where(p > 0.0, log_x, 0.0)), middle)


def _largest_below(p: Array, x: Array, spacing: float) -> Array:
    """Masses at +1, 0, -1 and -2 spacings from the group's middle, ``(groups, 4)``.

    ``p`` and ``x`` hold the six half cells from the largest loss to the smallest; ``x`` is relative to the middle,
    minus 1. Two masses of the first point are tried, the largest possible and the one that leaves nothing for the
    third point; the second is taken where it keeps so much more of the mean that losing spread is worth it.
    """
    top = np.expm1(-spacing)
    high: Array = p.sum(axis=1)
    for at in range(1, 6):
        high = _capped(high, _put(p, x, at), x[:, at] - top)
    balanced = np.clip((p * x).sum(axis=1) / top, 0.0, high)
    first, second = _fill(p, x, spacing, high), _fill(p, x, spacing, balanced)
    points = np.expm1(-spacing * np.array([1.0, 0.0, -1.0, -2.0]))
    spread = 0.15 * spacing * spacing * p.sum(axis=1)
    better = (first * points).sum(axis=1) <= (second * points).sum(axis=1) + spread
    return np.where(better[:, None], first, second)


def _put(p: Array, x: Array, at: int) -> Array:
    """``E (x_at - x)_+`` of the half cells."""
    return (p[:, :at] * (x[:, at : at + 1] - x[:, :at])).sum(axis=1)


def _capped(mass: Array, room: Array, reach: Array) -> Array:
    """The largest mass up to ``mass`` whose product with a positive ``reach`` fits in ``room``."""
    return np.where(reach > 0.0, np.minimum(mass, room / np.maximum(reach, _TINY)), mass)


def _fill(p: Array, x: Array, spacing: float, high: Array) -> Array:
    top, bottom = np.expm1(-spacing), np.expm1(spacing)
    total = p.sum(axis=1)
    mid: Array = total - high
    for at in (3, 4):
        mid = _capped(mid, _put(p, x, at) - high * (x[:, at] - top), x[:, at])
    mid = np.maximum(mid, 0.0)
    low = np.maximum(total - high - mid, 0.0)
    excess = np.maximum((p * x).sum(axis=1) - high * top - low * bottom, 0.0)
    from_mid = np.minimum(mid, excess / bottom)
    excess = np.maximum(excess - from_mid * bottom, 0.0)
    from_high = np.minimum(high, excess / (bottom - top))
    excess = np.maximum(excess - from_high * (bottom - top), 0.0)
    low = low + from_mid + from_high
    reach = np.maximum(x[:, 5] - bottom, _TINY)
    from_low = np.where(excess > 0.0, np.minimum(low, excess / reach), 0.0)
    return np.stack([high - from_high, mid - from_mid, low - from_low, from_low], axis=1)
