"""Where a grid is fine and where it may be coarse."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tightdp.pairs.pair import Array

Integers = NDArray[np.int64]

# Strides are powers of three, so that groups of three cells keep their middles on the finest grid.
_RATIO = 3
# Variance that each coarser level may add, in units of the finest one's: a cell of the next level adds nine times more.
_SHARE = 0.03
# A side with no more cells than this stays fine.
_SHORT = 300


@dataclass(frozen=True, eq=False)
class Partition:
    """Stretches of the integers, each with a stride: the places of a grid that is fine where the mass is.

    Parameters
    ----------
    bounds
        Increasing integers, ``(n + 1,)``; the first is 1 more than a multiple of 3.
    strides
        Powers of three, ``(n,)``; each stretch is a multiple of three strides long.
    """

    bounds: Integers
    strides: Integers

    def points(self) -> Integers:
        """All places from the first bound to the last, each stretch by its stride."""
        parts = [np.arange(low, high, stride) for low, high, stride in self._stretches()]
        return np.concatenate([*parts, self.bounds[-1:]])

    def groups(self) -> tuple[Integers, Integers]:
        """Middle and stride of each group of three cells; the groups start half a place after the first bound."""
        middles: list[Integers] = []
        strides: list[Integers] = []
        for low, high, stride in self._stretches():
            starts = np.arange(low, high, 3 * stride)
            middles.append(starts + (3 * stride + 1) // 2)
            strides.append(np.full(len(starts), stride))
        return np.concatenate(middles), np.concatenate(strides)

    def _stretches(self) -> list[tuple[int, int, int]]:
        bounds: list[int] = self.bounds.tolist()
        strides: list[int] = self.strides.tolist()
        return list(zip(bounds[:-1], bounds[1:], strides, strict=True))


def even(offset: float, spacing: float, low: float, high: float) -> Partition:
    """One stretch of stride 1 that covers the losses between ``low`` and ``high``.

    Parameters
    ----------
    offset, spacing
        The finest grid.
    low, high
        Losses that must be covered.
    """
    first = 3 * math.floor((low - offset) / spacing / 3.0) - 2
    last = 3 * math.ceil((high - offset) / spacing / 3.0) + 1
    return Partition(np.array([first, last]), np.array([1]))


@dataclass(frozen=True)
class Grading:
    """How far a grid may coarsen.

    Parameters
    ----------
    offset, spacing
        The grid.
    finest
        The finest stride is three to this power.
    widest
        Largest spacing of the coarsest stretch, in nats.
    free
        Loss in nats that one step may give away in places that are coarser than the decay of its mass.
    """

    offset: float
    spacing: float
    finest: int
    widest: float
    free: float


def graded(losses: Array, weights: Array, grading: Grading, reach: tuple[float, float]) -> Partition:
    """A partition whose stride triples where the mass beyond falls below a ninth, so that the error grows little.

    Parameters
    ----------
    losses, weights
        Losses of some atoms, increasing, and their tilted masses, summing to 1, ``(n,)``.
    grading
        The grid, and how far it may coarsen.
    reach
        Lowest and highest loss that must be covered.
    """
    offset, spacing, finest = grading.offset, grading.spacing, grading.finest
    rights = _starts(losses, weights, grading)
    lefts = -_starts(-losses[::-1], weights[::-1], grading)
    middle = float(losses[min(int(np.searchsorted(np.cumsum(weights), 0.5)), len(losses) - 1)])
    first = 3 * math.floor((middle - offset) / spacing / 3.0) + 1
    right = _stretches(first, finest, (rights - offset) / spacing, (reach[1] - offset) / spacing)
    # Groups start half a place after a bound: one place more keeps an atom at the lowest loss inside.
    left = _stretches(-first, finest, (offset - lefts) / spacing, (offset - reach[0]) / spacing + 1.0)
    bounds = np.array([-b for b in left[:0:-1]] + right, dtype=np.int64)
    powers = np.concatenate([np.arange(len(left) - 1)[::-1], np.arange(len(right) - 1)])
    kept = np.diff(bounds) > 0
    strides = _RATIO ** (finest + powers[kept])
    return Partition(np.append(bounds[:-1][kept], bounds[-1]), strides.astype(np.int64))


def _starts(losses: Array, weights: Array, grading: Grading) -> Array:
    """The loss from which on each coarser level may be used, infinity for never, ``(levels,)``.

    Beyond it lies little mass, and that mass falls slowly against the level's groups: at a steep slope a group has its
    mass at one end, where rounding down cannot keep it. Where even that costs nothing, the slope does not matter.
    """
    levels = max(0, math.floor(math.log(max(grading.widest / grading.spacing, 1.0), _RATIO)) - grading.finest)
    level = np.arange(1, levels + 1)[:, None]
    widths = grading.spacing * _RATIO ** (grading.finest + level).astype(np.float64)
    beyond = np.maximum(np.cumsum(weights[::-1])[::-1], 1e-320)
    falls = -np.diff(np.log(beyond), append=np.log(beyond[-1]) - 1.0)
    lengths = np.diff(losses, append=losses[-1]) / np.maximum(falls, 1e-12)
    is_slow = (lengths >= 2.0 * widths) | (beyond * widths <= 0.05 * grading.free)
    good = (beyond <= _SHARE * 9.0 ** -level.astype(np.float64)) & is_slow
    always = np.logical_and.accumulate(good[:, ::-1], axis=1)[:, ::-1]
    return np.where(always.any(axis=1), losses[np.argmax(always, axis=1)], np.inf)


def _stretches(first: int, finest: int, ends: Array, last: float) -> list[int]:
    """Bounds at or beyond each end, by whole groups of each level; one stretch where that is short enough.

    A loss that is bounded on one side is dense at its bound, where coarse groups would lose much.
    """
    bounds, stop = [first], max(math.ceil(last), first + 1)
    levels: list[float] = [] if stop - first <= _SHORT * _RATIO**finest else ends.tolist()
    for level, end in enumerate([*levels, last]):
        group = _RATIO ** (level + finest + 1)
        wanted = math.ceil(end) if level < len(levels) and end < stop else stop
        bounds.append(bounds[-1] + group * max(0, -(-(wanted - bounds[-1]) // group)))
    return bounds
