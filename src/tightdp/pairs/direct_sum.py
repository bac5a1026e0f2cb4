"""A pair drawn by a public index."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from tightdp.numerics.log_domain import log_sum
from tightdp.pairs.discrete import Discrete
from tightdp.pairs.pair import AbstractPair, Array, Cells, Lattice, Support, Tails
from tightdp.pairs.swapped import swap


@dataclass(frozen=True)
class DirectSum(AbstractPair):
    """Draw k with probability ``w_k``, reveal it, draw from pair k: ``d(eps) = sum_k w_k d_k(eps)`` (B18 Thm 7).

    Parameters
    ----------
    weights
        Positive probabilities ``w_k`` that sum to 1, ``(m,)``.
    pairs
        The pairs, ``(m,)``.
    """

    weights: tuple[float, ...]
    pairs: tuple[AbstractPair, ...]

    @property
    def support(self) -> Support:
        """The union of the ranges and the weighted infinite masses."""
        inner = [pair.support for pair in self.pairs]
        return Support(
            min(s.lowest for s in inner),
            max(s.highest for s in inner),
            math.fsum(w * s.p_infinite for w, s in zip(self.weights, inner, strict=True)),
            math.fsum(w * s.q_infinite for w, s in zip(self.weights, inner, strict=True)),
        )

    def _sum(self, part: Callable[[AbstractPair], Array]) -> Array:
        rows = [math.log(w) + part(pair) for w, pair in zip(self.weights, self.pairs, strict=True)]
        return log_sum(np.array(rows))

    def tails(self, losses: Array) -> Tails:
        """Weighted sums of the tails."""
        inner = {id(pair): pair.tails(losses) for pair in self.pairs}
        return Tails(
            self._sum(lambda pair: inner[id(pair)].log_p_above),
            self._sum(lambda pair: inner[id(pair)].log_q_above),
            self._sum(lambda pair: inner[id(pair)].log_p_below),
            self._sum(lambda pair: inner[id(pair)].log_q_below),
        )

    def cells(self, edges: Array) -> Cells:
        """Weighted sums of the cells."""
        inner = {id(pair): pair.cells(edges) for pair in self.pairs}
        return Cells(self._sum(lambda pair: inner[id(pair)].log_p), self._sum(lambda pair: inner[id(pair)].log_q))

    def hockey_stick(self, epsilons: Array) -> Array:
        """The weighted sum of the profiles."""
        total = np.zeros(len(epsilons))
        for weight, pair in zip(self.weights, self.pairs, strict=True):
            total += weight * pair.hockey_stick(epsilons)
        return total

    def nodes(self) -> Array:
        """Nodes of all parts, thinned."""
        merged = np.unique(np.concatenate([pair.nodes() for pair in self.pairs]))
        return merged[:: max(1, len(merged) // 8000)]

    @property
    def lattice(self) -> Lattice | None:
        """The lattice of the heaviest part."""
        return self.pairs[int(np.argmax(self.weights))].lattice


def direct_sum(weights: tuple[float, ...], pairs: tuple[AbstractPair, ...]) -> AbstractPair:
    """:class:`DirectSum` of the parts with positive weight; a single part is itself, tables become one table.

    Parameters
    ----------
    weights
        Probabilities that sum to 1, ``(m,)``.
    pairs
        The pairs, ``(m,)``.
    """
    kept = [(w, pair) for w, pair in zip(weights, pairs, strict=True) if w > 0.0]
    if len(kept) == 1:
        return kept[0][1]
    tables = [(w, pair) for w, pair in kept if isinstance(pair, Discrete)]
    if len(tables) == len(kept):
        return Discrete.from_logs(
            np.concatenate([t.losses for _, t in tables]),
            np.concatenate([math.log(w) + t.log_p for w, t in tables]),
            np.concatenate([math.log(w) + t.log_q for w, t in tables]),
            p_infinite=math.fsum(w * t.p_infinite for w, t in tables),
            q_infinite=math.fsum(w * t.q_infinite for w, t in tables),
        )
    return DirectSum(tuple(w for w, _ in kept), tuple(pair for _, pair in kept))


@swap.register
def _(pair: DirectSum) -> AbstractPair:
    return DirectSum(pair.weights, tuple(swap(part) for part in pair.pairs))
