"""Rounding down: merge cells, then keep as much spread on the grid as the merged cells allow."""

from __future__ import annotations

import numpy as np

from tightdp.pairs.pair import Array
from tightdp.pld.grid_law import LOSS_ROUNDING, GridLaw, GroupCells, ShiftedGroups

# A grid loss is read a little lower than it is, so that rounding cannot lift an atom above it.
_RELATIVE_SLACK = 1e-10
_TINY = 1e-300
# Places of the three points of a group, and of one below it, in units of the group's spacing.
_PLACES = np.array([1.0, 0.0, -1.0, -2.0])


def round_down(cells: GroupCells) -> GridLaw:
    """A grid law that the pair dominates, with an error of second order in the spacing.

    Write ``x = e^-L``. A law of x under P is dominated if ``E (k - x)_+`` is nowhere larger: it may merge masses
    (data processing) and move them to a larger x. Each group of three grid points takes the mass of the six half
    cells around it: the points get the largest masses, from the largest loss down, for which ``E (k - x)_+`` stays
    below that of the merged half cells at each of their means, and the mean of x is kept where the group allows it.

    Parameters
    ----------
    cells
        Half cells of the pair, in groups.
    """
    spacing = cells.strides.astype(np.float64) * cells.spacing
    centers = cells.offset + cells.middles.astype(np.float64) * cells.spacing
    masses = _largest_below(*_relative(cells.p, cells.log_x, centers, spacing), spacing)
    places = cells.middles[:, None] + cells.strides[:, None] * _PLACES.astype(np.int64)
    masses[-1, 0] += cells.above
    filled = masses > 0.0
    slack = LOSS_ROUNDING + _RELATIVE_SLACK * cells.spacing
    return GridLaw(cells.offset - slack, cells.spacing, places[filled], masses[filled], cells.infinite)


def given_away(candidates: ShiftedGroups) -> tuple[Array, Array]:
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
    shifts, groups, _ = candidates.p.shape
    spacing = np.full(shifts * groups, candidates.spacing)
    middles = 3.0 * candidates.spacing * np.arange(groups, dtype=np.float64)
    centers = np.add.outer(candidates.offsets, middles)
    p, x = _relative(candidates.p.reshape(-1, 6), candidates.log_x.reshape(-1, 6), centers.ravel(), spacing)
    points = np.expm1(-spacing[:, None] * _PLACES)
    kept = _largest_below(p, x, spacing)
    mean = (kept * points).sum(axis=1) - (p * x).sum(axis=1)
    spread = (p * x * x).sum(axis=1) - (kept * points * points).sum(axis=1)
    return mean.reshape(shifts, groups).sum(axis=1), spread.reshape(shifts, groups).sum(axis=1)


def _relative(p: Array, log_x: Array, centers: Array, spacing: Array) -> tuple[Array, Array]:
    """Masses and ``x - 1`` of the six half cells of each group, relative to its middle, ``(groups, 6)``."""
    middle = np.expm1(-spacing[:, None] * (0.5 * (2.5 - np.arange(6))))
    filled = p > 0.0
    return p, np.where(filled, np.expm1(np.where(filled, log_x + centers[:, None], 0.0)), middle)


def _largest_below(p: Array, x: Array, spacing: Array) -> Array:
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
    points = np.expm1(-spacing[:, None] * _PLACES)
    spread = 0.15 * spacing * spacing * p.sum(axis=1)
    better = (first * points).sum(axis=1) <= (second * points).sum(axis=1) + spread
    return np.where(better[:, None], first, second)


def _put(p: Array, x: Array, at: int) -> Array:
    """``E (x_at - x)_+`` of the half cells."""
    return (p[:, :at] * (x[:, at : at + 1] - x[:, :at])).sum(axis=1)


def _capped(mass: Array, room: Array, reach: Array) -> Array:
    """The largest mass up to ``mass`` whose product with a positive ``reach`` fits in ``room``."""
    return np.where(reach > 0.0, np.minimum(mass, room / np.maximum(reach, _TINY)), mass)


def _fill(p: Array, x: Array, spacing: Array, high: Array) -> Array:
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
