"""The pair of a record that takes part in one of T steps, at random: the mean of T likelihood ratios."""

from __future__ import annotations

import math
from functools import lru_cache

import numpy as np

from tightdp.pairs.amplified import trivial_pair
from tightdp.pairs.discrete import Discrete
from tightdp.pairs.pair import AbstractPair
from tightdp.pairs.ratio_grid import FARTHEST, RatioGrid, law_of_table, rounded
from tightdp.pairs.ratio_law import CUT, RatioLaw
from tightdp.pairs.ratio_means import mean_of, powered, product_of

_MOST_ATOMS = 2000


@lru_cache(maxsize=64)
def averaged(pair: AbstractPair, times: int, blocks: int, *, is_above: bool) -> Discrete:
    """``P = mean over t of P_1 at step t and Q_1 at all others``, ``Q = Q_1`` at all steps.

    The likelihood ratio of the whole is the mean of those of the steps, which are independent under Q.

    Parameters
    ----------
    pair
        The pair ``(P_1, Q_1)`` of one step that the record takes part in.
    times
        Number T of steps.
    blocks
        Number k of blocks into which the steps are split as evenly as can be; the record takes part in one step of
        each, independently.
    is_above
        Whether to round to a pair that dominates, or else to one that is dominated.
    """
    if pair.is_trivial:
        return trivial_pair()
    law = _law_of(pair, is_above=is_above)
    small, larger = times // blocks, times % blocks
    parts: list[RatioLaw] = []
    for size, number in ((small, blocks - larger), (small + 1, larger)):
        if number:
            block = powered(law, size, mean_of)
            parts.append(powered(block, number, lambda one, _, other, __: product_of(one, other)))
    return (parts[0] if len(parts) == 1 else product_of(*parts)).pair()


def _law_of(pair: AbstractPair, *, is_above: bool) -> RatioLaw:
    if isinstance(pair, Discrete) and len(pair.losses) <= _MOST_ATOMS:
        return law_of_table(pair, is_above=is_above)
    lowest, highest = _range(pair)
    width = 2.5 * float(pair.hockey_stick(np.zeros(1))[0])
    edges = RatioGrid(width, lowest, highest).edges()
    cells, support = pair.cells(edges), pair.support
    masses, weights = np.exp(cells.log_q), np.exp(cells.log_p)
    null, revealed = support.q_infinite, support.p_infinite
    if is_above and support.lowest < lowest:
        null += float(masses[0])
    else:
        masses[1], weights[1] = masses[0] + masses[1], weights[0] + weights[1]
    if is_above and support.highest > highest:
        revealed += float(weights[-1])
    else:
        masses[-2], weights[-2] = masses[-2] + masses[-1], weights[-2] + weights[-1]
    return rounded(edges, masses[1:-1], weights[1:-1], null, revealed, is_above=is_above)


def _range(pair: AbstractPair) -> tuple[float, float]:
    """Losses outside of which next to no mass is."""
    support = pair.support
    grid = np.concatenate([-np.geomspace(FARTHEST, 1e-9, 2000), [0.0], np.geomspace(1e-9, FARTHEST, 2000)])
    tails = pair.tails(grid)
    low = grid[tails.log_q_below < math.log(CUT)]
    high = grid[tails.log_p_above < math.log(CUT)]
    lowest = max(support.lowest, float(low[-1]) if len(low) else -FARTHEST)
    return lowest, min(support.highest, float(high[0]) if len(high) else FARTHEST)
