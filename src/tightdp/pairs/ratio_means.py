"""Means and products of independent likelihood ratios."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Literal

import numpy as np

from tightdp.pairs.pair import Array
from tightdp.pairs.ratio_grid import RatioGrid, rounded
from tightdp.pairs.ratio_law import RatioLaw

# Products of so few atoms stay as they are.
_FEW = 2000
_BLOCK = 1 << 17
_LOWEST = 1e-300

Join = Callable[[RatioLaw, int, RatioLaw, int], RatioLaw]
Kind = Literal["mean", "product"]


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
    width = math.hypot(a * one.width, b * other.width)
    revealed = a * one.revealed + b * other.revealed
    twice = one is other and count == other_count
    return _joined(one, other, lambda w, v: a * w + b * v, width, one.null * other.null, revealed, twice=twice)


def product_of(one: RatioLaw, other: RatioLaw) -> RatioLaw:
    """``W W'``: one release after another.

    Parameters
    ----------
    one, other
        Laws of W and W', rounded to the same side.
    """
    width = math.hypot(one.width, other.width)
    null = one.null + other.null - one.null * other.null
    revealed = one.revealed + other.revealed - one.revealed * other.revealed
    return _joined(one, other, lambda w, v: w * v, width, null, revealed, twice=one is other)


def _joined(
    one: RatioLaw,
    other: RatioLaw,
    combine: Callable[[Array, Array], Array],
    width: float,
    null: float,
    revealed: float,
    *,
    twice: bool,
) -> RatioLaw:
    """The law of what two independent ratios are combined to; ``twice`` says that their order does not matter."""
    (w, p), (v, q) = one.with_null(), other.with_null()
    if len(w) * len(v) <= _FEW:
        return _exact(combine(w[:, None], v[None, :]).ravel(), (p[:, None] * q[None, :]).ravel(), revealed, one)
    positive = combine(w[:2, None], v[None, :2])
    lowest = float(positive[positive > 0.0].min(initial=math.inf))
    highest = float(combine(w[-1:], v[-1:])[0])
    grid = RatioGrid(width, math.log(max(lowest, _LOWEST)), math.log(highest))
    edges = grid.edges()
    count = len(edges) - 1
    masses, weights = np.zeros(count), np.zeros(count)
    size = max(1, _BLOCK // len(v))
    for at in range(0, len(w), size):
        start = at if twice else 0
        block = p[at : at + size, None] * q[None, start:]
        if twice:
            _count_once(block)
        ratios, mass = combine(w[at : at + size, None], v[None, start:]).ravel(), block.ravel()
        mass[ratios <= 0.0] = 0.0
        cells = grid.cell_of(np.log(np.maximum(ratios, _LOWEST)), count)
        masses += np.bincount(cells, mass, count)
        mass *= ratios
        weights += np.bincount(cells, mass, count)
    return rounded(edges, masses, weights, null, revealed, is_above=one.is_above)


def _count_once(block: Array) -> None:
    """Of each two orders of a pair of atoms keep one with both masses; the block's rows are its first columns."""
    block *= 2.0
    rows = np.arange(len(block))
    block[:, : len(block)] *= np.sign(rows[None, :] - rows[:, None]).clip(0) + 0.5 * np.eye(len(block))


def _exact(ratios: Array, masses: Array, revealed: float, like: RatioLaw) -> RatioLaw:
    """Few atoms, sorted."""
    order = np.argsort(ratios, kind="stable")
    ratios, masses = ratios[order], masses[order]
    kept = (ratios > 0.0) & (masses > 0.0)
    null = float(masses[ratios <= 0.0].sum())
    return RatioLaw(ratios[kept], masses[kept], null, revealed, like.is_above).trimmed()


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
