"""The product of a table and another pair."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from tightdp.numerics.log_domain import log_sum
from tightdp.pairs.discrete import Discrete
from tightdp.pairs.pair import AbstractPair, Array, Cells, Lattice, Support, Tails
from tightdp.pairs.swapped import swap

_BLOCK = 1 << 18
_DEEP = 150.0


@dataclass(frozen=True, eq=False)
class TableProduct(AbstractPair):
    """``(P_1 x P_2, Q_1 x Q_2)``: ``d(eps) = sum_t p_t d_2(eps - l_t)``, exact sums over the atoms of the table.

    Parameters
    ----------
    table
        The pair (P_1, Q_1), with atoms p_t at losses l_t.
    pair
        The pair (P_2, Q_2).
    """

    table: Discrete
    pair: AbstractPair

    @property
    def support(self) -> Support:
        """Sums of the ends; what either of the two reveals is revealed."""
        one, other = self.table.support, self.pair.support
        return Support(
            one.lowest + other.lowest,
            one.highest + other.highest,
            one.p_infinite + other.p_infinite - one.p_infinite * other.p_infinite,
            one.q_infinite + other.q_infinite - one.q_infinite * other.q_infinite,
        )

    def tails(self, losses: Array) -> Tails:
        """Sums of the other pair's tails, moved by each loss of the table."""
        rows = max(1, _BLOCK // max(len(self.table.losses), 1))
        parts = [self._tails(losses[at : at + rows]) for at in range(0, len(losses), rows)]
        if not parts:
            return Tails(losses, losses, losses, losses)
        return Tails(
            np.concatenate([part.log_p_above for part in parts]),
            np.concatenate([part.log_q_above for part in parts]),
            np.concatenate([part.log_p_below for part in parts]),
            np.concatenate([part.log_q_below for part in parts]),
        )

    def _tails(self, losses: Array) -> Tails:
        moved = losses[None, :] - self.table.losses[:, None]
        inner = self.pair.tails(moved.ravel())
        log_p, log_q = self.table.log_p[:, None], self.table.log_q[:, None]
        with np.errstate(divide="ignore"):
            p_ends, q_ends = np.log(self.table.p_infinite), np.log(self.table.q_infinite)
        return Tails(
            np.logaddexp(log_sum(log_p + inner.log_p_above.reshape(moved.shape)), p_ends),
            log_sum(log_q + inner.log_q_above.reshape(moved.shape)),
            log_sum(log_p + inner.log_p_below.reshape(moved.shape)),
            np.logaddexp(log_sum(log_q + inner.log_q_below.reshape(moved.shape)), q_ends),
        )

    def cells(self, edges: Array) -> Cells:
        """Sums of the other pair's cells between the moved edges."""
        finite = edges[np.isfinite(edges)]
        deep = len(finite) > 0 and float(np.abs(finite).max()) > _DEEP
        add, none = (np.logaddexp, -np.inf) if deep else (np.add, 0.0)
        total_p, total_q = np.full(len(edges) + 1, none), np.full(len(edges) + 1, none)
        for loss, log_p, log_q in zip(self.table.losses, self.table.log_p, self.table.log_q, strict=True):
            inner = self.pair.cells(edges - loss)
            p, q = inner.log_p + log_p, inner.log_q + log_q
            total_p, total_q = add(total_p, p if deep else np.exp(p)), add(total_q, q if deep else np.exp(q))
        if deep:
            return Cells(total_p, total_q)
        with np.errstate(divide="ignore"):
            return Cells(np.log(total_p), np.log(total_q))

    def hockey_stick(self, epsilons: Array) -> Array:
        """``p_infinite + sum_t p_t d_2(eps - l_t)``."""
        out = np.full(len(epsilons), self.table.p_infinite)
        p = np.exp(self.table.log_p)
        rows = max(1, _BLOCK // max(len(p), 1))
        for at in range(0, len(epsilons), rows):
            moved = epsilons[at : at + rows][None, :] - self.table.losses[:, None]
            values = self.pair.hockey_stick(moved.ravel()).reshape(moved.shape)
            out[at : at + rows] += (p[:, None] * values).sum(axis=0)
        return np.minimum(out, 1.0)

    def nodes(self) -> Array:
        """Sums of nodes, thinned to some thousands."""
        inner = self.pair.nodes()
        losses = self.table.losses[:: max(1, len(self.table.losses) // 60)]
        merged = np.unique((inner[:: max(1, len(inner) // 1000), None] + losses[None, :]).ravel())
        return merged[:: max(1, len(merged) // 4000)] if len(merged) else np.zeros(1)

    @property
    def lattice(self) -> Lattice | None:
        """That of the other pair at the heaviest atom of the table."""
        inner = self.pair.lattice
        if inner is None or len(self.table.losses) == 0:
            return None
        return Lattice(inner.offset + float(self.table.losses[int(np.argmax(self.table.log_p))]), inner.spacing)


@swap.register
def _(pair: TableProduct) -> AbstractPair:
    return TableProduct(swap(pair.table), swap(pair.pair))  # pyright: ignore[reportArgumentType]
