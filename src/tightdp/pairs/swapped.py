"""The other direction of a pair."""

from __future__ import annotations

from dataclasses import dataclass
from functools import singledispatch

import numpy as np

from tightdp.pairs.discrete import Discrete
from tightdp.pairs.pair import AbstractPair, Array, Cells, Lattice, Support, Tails
from tightdp.pairs.shift_mixture import ShiftMixture


@dataclass(frozen=True)
class Swapped(AbstractPair):
    """``(Q, P)`` for a pair ``(P, Q)``; its loss is the negated one. :func:`swap` avoids it where it can.

    Parameters
    ----------
    pair
        The pair (P, Q).
    """

    pair: AbstractPair

    @property
    def support(self) -> Support:
        """The negated range."""
        inner = self.pair.support
        return Support(-inner.highest + 0.0, -inner.lowest + 0.0, inner.q_infinite, inner.p_infinite)

    def tails(self, losses: Array) -> Tails:
        """Tails of the negated loss under the exchanged laws."""
        inner = self.pair.tails(-losses)
        return Tails(inner.log_q_below, inner.log_p_below, inner.log_q_above, inner.log_p_above)

    def cells(self, edges: Array) -> Cells:
        """Cells at the negated edges, reversed and exchanged."""
        return self.pair.cells(-edges[::-1]).reversed_swapped()

    def hockey_stick(self, epsilons: Array) -> Array:
        """``1 - e^eps + e^eps d(-eps)``, or a form without cancellation that the pair's type has registered."""
        return reverse_hockey_stick(self.pair, epsilons)

    def nodes(self) -> Array:
        """The negated nodes."""
        return -self.pair.nodes()[::-1]

    @property
    def lattice(self) -> Lattice | None:
        """The negated lattice."""
        inner = self.pair.lattice
        return None if inner is None else Lattice(-inner.offset, inner.spacing)


@singledispatch
def swap(pair: AbstractPair) -> AbstractPair:
    """The pair ``(Q, P)``, in the form that keeps its tails precise.

    Parameters
    ----------
    pair
        The pair (P, Q).
    """
    return Swapped(pair)


@swap.register
def _(pair: Swapped) -> AbstractPair:
    return pair.pair


@swap.register
def _(pair: ShiftMixture) -> AbstractPair:
    return ShiftMixture(pair.noise, pair.q, pair.p, pair.unit)


@swap.register
def _(pair: Discrete) -> AbstractPair:
    return Discrete(-pair.losses[::-1], pair.log_q[::-1], pair.log_p[::-1], pair.q_infinite, pair.p_infinite)


@singledispatch
def reverse_hockey_stick(pair: AbstractPair, epsilons: Array) -> Array:
    """Profile of ``(Q, P)`` at each eps, ``(n,)``.

    The general form ``1 - e^eps + e^eps d(-eps)`` cancels where the value is far below e^eps; types for
    which that matters register their own.
    """
    inner = pair.support
    factor = np.exp(np.minimum(epsilons, 700.0))
    value = np.clip(1.0 - factor + factor * pair.hockey_stick(-epsilons), 0.0, 1.0)
    return np.where(epsilons >= -inner.lowest, inner.q_infinite, value)
