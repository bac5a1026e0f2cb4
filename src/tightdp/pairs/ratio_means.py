"""Means and products of independent likelihood ratios."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import numpy as np

from tightdp.pairs.pair import Array
from tightdp.pairs.ratio_grid import FARTHEST, RatioGrid, rounded
from tightdp.pairs.ratio_law import RatioLaw

# Products of so few atoms stay as they are.
_FEW = 2000
_BLOCK = 1 << 17
_LOWEST = math.exp(-690.0)

Join = Callable[[RatioLaw, int, RatioLaw, int], RatioLaw]
# (losses, Q-masses, P-masses) of all pairs of atoms, from the ratios and Q-masses of two laws.
Combine = Callable[[Array, Array, Array, Array], tuple[Array, Array, Array]]


def mean_of(one: RatioLaw, count: int, other: RatioLaw, other_count: int) -> RatioLaw:
    """``(a W + b W') / (a + b)``: a record is in one of two groups of steps, at random.

    Parameters
    ----------
    one, other
        Laws of W and W', rounded to the same side.
    count, other_count
        a and b.
    """
    a, b = count / (count + other_count), other_count / (count + other_count)
    return _Joined(
        one.with_null(),
        other.with_null(),
        one.is_above,
        partial(_means, a, b),
        width=math.hypot(a * one.width, b * other.width),
        null=one.null * other.null,
        revealed=a * one.revealed + b * other.revealed,
        is_square=one is other and count == other_count,
    ).law()


def product_of(one: RatioLaw, other: RatioLaw) -> RatioLaw:
    """``W W'``: one release after another.

    Parameters
    ----------
    one, other
        Laws of W and W', rounded to the same side.
    """
    return _Joined(
        (one.ratios, one.masses),
        (other.ratios, other.masses),
        one.is_above,
        _products,
        width=math.hypot(one.width, other.width),
        null=one.null + other.null - one.null * other.null,
        revealed=one.revealed + other.revealed - one.revealed * other.revealed,
        is_square=one is other,
    ).law()


def _means(a: float, b: float, w: Array, p: Array, v: Array, q: Array) -> tuple[Array, Array, Array]:
    losses = np.log(np.maximum((a * w)[:, None] + (b * v)[None, :], _LOWEST))
    return losses, p[:, None] * q[None, :], (a * w * p)[:, None] * q[None, :] + p[:, None] * (b * v * q)[None, :]


def _products(w: Array, p: Array, v: Array, q: Array) -> tuple[Array, Array, Array]:
    logs = [np.log(np.maximum(ratios, _LOWEST)) for ratios in (w, v)]
    return logs[0][:, None] + logs[1][None, :], p[:, None] * q[None, :], (w * p)[:, None] * (v * q)[None, :]


@dataclass(frozen=True, eq=False)
class _Joined:
    """Two independent ratios that are combined to one; ``is_square`` says that their order does not matter."""

    one: tuple[Array, Array]
    other: tuple[Array, Array]
    is_above: bool
    combine: Combine
    width: float
    null: float
    revealed: float
    is_square: bool

    def law(self) -> RatioLaw:
        """The law of the combination, rounded unless it has few atoms."""
        atoms = *self.one, *self.other
        if len(atoms[0]) * len(atoms[2]) <= _FEW:
            losses, masses, weights = (part.ravel() for part in self.combine(*atoms))
            if bool(np.all((np.abs(losses) <= FARTHEST) | (weights <= 0.0))):
                return self._exact(losses, masses, weights)
        return self._rounded(*atoms)

    def _exact(self, losses: Array, masses: Array, weights: Array) -> RatioLaw:
        """Few atoms, sorted; those whose mass under one law is no float count as null or revealed, or are left out."""
        kept = (weights > 0.0) & (masses > 0.0)
        null, revealed = self.null, self.revealed
        if self.is_above:
            first = int(self._has_null)  # counted in null already
            null += float(masses[first:][~kept[first:]].sum())
            revealed += float(weights[~kept].sum())
        order = np.flatnonzero(kept)[np.argsort(losses[kept], kind="stable")]
        return RatioLaw(np.exp(losses[order]), masses[order], null, revealed, self.is_above).trimmed()

    @property
    def _has_null(self) -> bool:
        """Whether the first pair of atoms is at ratio 0 on both sides, which ``null`` counts."""
        w, v = self.one[0], self.other[0]
        return bool(len(w) and len(v) and w[0] == 0.0 == v[0])

    def _rounded(self, w: Array, p: Array, v: Array, q: Array) -> RatioLaw:
        """Cells of all pairs of atoms; what is too far for floats counts as revealed, or is merged with others."""
        has_null = self._has_null
        lowest = float(self.combine(w[:2], p[:2], v[:2], q[:2])[0].ravel()[int(has_null) :].min())
        highest = float(self.combine(w[-1:], p[-1:], v[-1:], q[-1:])[0][0, 0])
        grid = RatioGrid(self.width, max(lowest, -FARTHEST), min(highest, FARTHEST))
        edges = grid.edges()
        count = len(edges) - 1
        masses, weights = np.zeros(count), np.zeros(count)
        null, revealed = self.null, self.revealed
        size = max(1, _BLOCK // len(v))
        for at in range(0, len(w), size):
            start = at if self.is_square else 0
            block = self.combine(w[at : at + size], p[at : at + size], v[start:], q[start:])
            if self.is_square:
                _count_once(*block[1:])
            if at == 0 and has_null:
                block[1][0, 0] = 0.0
            losses, mass, weight = (part.ravel() for part in block)
            if self.is_above:
                far = np.abs(losses) > FARTHEST
                null, revealed = null + float(mass[far].sum()), revealed + float(weight[far].sum())
                mass[far] = weight[far] = 0.0
            cells = grid.cell_of(losses, count)
            masses += np.bincount(cells, mass, count)
            weights += np.bincount(cells, weight, count)
        return rounded(edges, masses, weights, null, revealed, is_above=self.is_above)


def _count_once(*blocks: Array) -> None:
    """Of each two orders of a pair of atoms keep one with both masses; the rows of a block are its first columns."""
    rows = len(blocks[0])
    keep = 2.0 * np.triu(np.ones((rows, rows)), 1) + np.eye(rows)
    for block in blocks:
        block[:, rows:] *= 2.0
        block[:, :rows] *= keep


def powered(law: RatioLaw, times: int, join: Join) -> RatioLaw:
    """``times`` copies joined, by doubling.

    Parameters
    ----------
    law
        The law of one.
    times
        How many, >= 1.
    join
        ``(law of a copies, a, law of b copies, b) -> law of a + b copies``.
    """
    done: RatioLaw | None = None
    done_count, size = 0, 1
    while True:
        if times & size:
            done = law if done is None else join(done, done_count, law, size)
            done_count += size
        if 2 * size > times:
            return law if done is None else done
        law = join(law, size, law, size)
        size *= 2
