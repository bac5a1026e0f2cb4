"""Pairs side by side, each with a weight of its own under P and under Q."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from tightdp.numerics.log_domain import log_sum
from tightdp.pairs.direct_sum import direct_sum
from tightdp.pairs.discrete import Discrete
from tightdp.pairs.pair import AbstractPair, Array, Cells, Lattice, Support, Tails
from tightdp.pairs.swapped import swap

Part = tuple[float, float, AbstractPair]


@dataclass(frozen=True)
class WeightedSum(AbstractPair):
    """``P = sum_k w_k P_k``, ``Q = sum_k v_k Q_k`` with k revealed: ``H_alpha = sum_k w_k H_(alpha v_k / w_k)``.

    What the weights leave of 1 is revealed at once: P-mass at loss +inf, Q-mass at loss -inf.

    Parameters
    ----------
    p_weights
        Positive weights w_k with sum at most 1, ``(m,)``.
    q_weights
        Positive weights v_k with sum at most 1, ``(m,)``.
    pairs
        The pairs ``(P_k, Q_k)``, ``(m,)``.
    p_infinite, q_infinite
        What is left of 1 on either side.
    """

    p_weights: tuple[float, ...]
    q_weights: tuple[float, ...]
    pairs: tuple[AbstractPair, ...]
    p_infinite: float = 0.0
    q_infinite: float = 0.0

    @property
    def shifts(self) -> tuple[float, ...]:
        """What the choice of part k adds to the loss, ``log(w_k / v_k)``."""
        return tuple(math.log(w / v) for w, v in zip(self.p_weights, self.q_weights, strict=True))

    @property
    def support(self) -> Support:
        """The union of the moved ranges and all infinite masses."""
        inner = [pair.support for pair in self.pairs]
        moved = list(zip(inner, self.shifts, strict=True))
        return Support(
            min(s.lowest + shift for s, shift in moved),
            max(s.highest + shift for s, shift in moved),
            self.p_infinite + math.fsum(w * s.p_infinite for w, s in zip(self.p_weights, inner, strict=True)),
            self.q_infinite + math.fsum(v * s.q_infinite for v, s in zip(self.q_weights, inner, strict=True)),
        )

    def tails(self, losses: Array) -> Tails:
        """Weighted sums of the tails at the moved losses, and the infinite masses."""
        inner = [pair.tails(losses - shift) for pair, shift in zip(self.pairs, self.shifts, strict=True)]
        return Tails(
            _sum(self.p_weights, [t.log_p_above for t in inner], self.p_infinite),
            _sum(self.q_weights, [t.log_q_above for t in inner]),
            _sum(self.p_weights, [t.log_p_below for t in inner]),
            _sum(self.q_weights, [t.log_q_below for t in inner], self.q_infinite),
        )

    def cells(self, edges: Array) -> Cells:
        """Weighted sums of the cells between the moved edges."""
        inner = [pair.cells(edges - shift) for pair, shift in zip(self.pairs, self.shifts, strict=True)]
        return Cells(_sum(self.p_weights, [c.log_p for c in inner]), _sum(self.q_weights, [c.log_q for c in inner]))

    def hockey_stick(self, epsilons: Array) -> Array:
        """``sum_k w_k d_k(eps - log(w_k / v_k))`` and the P-mass that is revealed."""
        total = np.full(len(epsilons), self.p_infinite)
        for weight, shift, pair in zip(self.p_weights, self.shifts, self.pairs, strict=True):
            total += weight * pair.hockey_stick(epsilons - shift)
        return np.minimum(total, 1.0)

    def nodes(self) -> Array:
        """Moved nodes of all parts, thinned."""
        merged = np.unique(
            np.concatenate([pair.nodes() + shift for pair, shift in zip(self.pairs, self.shifts, strict=True)])
        )
        return merged[:: max(1, len(merged) // 8000)]

    @property
    def lattice(self) -> Lattice | None:
        """The moved lattice of the heaviest part."""
        heaviest = int(np.argmax(self.p_weights))
        inner = self.pairs[heaviest].lattice
        return None if inner is None else Lattice(inner.offset + self.shifts[heaviest], inner.spacing)


def _sum(weights: tuple[float, ...], rows: list[Array], revealed: float = 0.0) -> Array:
    terms = [math.log(w) + row for w, row in zip(weights, rows, strict=True)]
    if revealed > 0.0:
        terms.append(np.full(len(rows[0]), math.log(revealed)))
    return log_sum(np.array(terms))


def weighted_sum(parts: Iterable[Part]) -> AbstractPair:
    """:class:`WeightedSum` in its simplest form: a single part is itself, equal weights are a direct sum.

    Parameters
    ----------
    parts
        ``(w_k, v_k, pair_k)`` with weights >= 0 that sum to 1 on either side; a part that only one side has is
        revealed.
    """
    every = list(parts)
    kept = [(w, v, pair) for w, v, pair in every if w > 0.0 and v > 0.0]
    p_infinite = math.fsum(w for w, v, _ in every if v <= 0.0)
    q_infinite = math.fsum(v for w, v, _ in every if w <= 0.0)
    if p_infinite == 0.0 == q_infinite and all(w == v for w, v, _ in kept):
        return direct_sum(tuple(w for w, _, _ in kept), tuple(pair for _, _, pair in kept))
    if all(isinstance(pair, Discrete) for _, _, pair in kept):
        return _table([(w, v, pair) for w, v, pair in kept if isinstance(pair, Discrete)], p_infinite, q_infinite)
    return WeightedSum(
        tuple(w for w, _, _ in kept),
        tuple(v for _, v, _ in kept),
        tuple(pair for _, _, pair in kept),
        p_infinite,
        q_infinite,
    )


def _table(parts: list[tuple[float, float, Discrete]], p_infinite: float, q_infinite: float) -> Discrete:
    """Tables side by side are one table."""
    if not parts:
        return Discrete(np.empty(0), np.empty(0), np.empty(0), p_infinite, q_infinite)

    return Discrete.from_logs(
        np.concatenate([pair.losses + math.log(w / v) for w, v, pair in parts]),
        np.concatenate([pair.log_p + math.log(w) for w, _, pair in parts]),
        np.concatenate([pair.log_q + math.log(v) for _, v, pair in parts]),
        p_infinite=p_infinite + math.fsum(w * pair.p_infinite for w, _, pair in parts),
        q_infinite=q_infinite + math.fsum(v * pair.q_infinite for _, v, pair in parts),
    )


@swap.register
def _(pair: WeightedSum) -> AbstractPair:
    parts = tuple(swap(part) for part in pair.pairs)
    return WeightedSum(pair.q_weights, pair.p_weights, parts, pair.q_infinite, pair.p_infinite)
