"""Advanced joint convexity: the pair that is only seen with some probability."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import singledispatch

import numpy as np

from tightdp.numerics.log_domain import amplify_loss, deamplify_loss
from tightdp.pairs.discrete import Discrete
from tightdp.pairs.pair import AbstractPair, Array, Cells, Lattice, Support, Tails, trivial_profile
from tightdp.pairs.swapped import reverse_hockey_stick, swap


@dataclass(frozen=True)
class Amplified(AbstractPair):
    """``((1 - eta) Q + eta P, Q)``: ``d'(log(1 + eta (e^eps - 1))) = eta d(eps)`` (B18 Thm 2).

    Parameters
    ----------
    pair
        The pair (P, Q) without sampling.
    rate
        eta in (0, 1): probability that the batch holds a changed record.
    """

    pair: AbstractPair
    rate: float

    @property
    def support(self) -> Support:
        """The range of ``log(1 + eta (e^l - 1))``; Q-mass at -inf comes to rest at ``log(1 - eta)``."""
        inner = self.pair.support
        lowest = math.log1p(-self.rate) if inner.q_infinite > 0.0 else self._forward(inner.lowest)
        return Support(lowest, self._forward(inner.highest), self.rate * inner.p_infinite, 0.0)

    def _forward(self, loss: float) -> float:
        return float(amplify_loss(np.array([loss]), self.rate)[0])

    def _mix(self, log_p: Array, log_q: Array) -> Array:
        return np.logaddexp(math.log1p(-self.rate) + log_q, math.log(self.rate) + log_p)

    def tails(self, losses: Array) -> Tails:
        """Mixtures of the base tails at the base loss."""
        inner = self.pair.tails(deamplify_loss(losses, self.rate))
        below = losses < math.log1p(-self.rate)
        none = np.full(len(losses), -np.inf)
        return Tails(
            np.where(below, 0.0, self._mix(inner.log_p_above, inner.log_q_above)),
            np.where(below, 0.0, inner.log_q_above),
            np.where(below, none, self._mix(inner.log_p_below, inner.log_q_below)),
            np.where(below, none, inner.log_q_below),
        )

    def cells(self, edges: Array) -> Cells:
        """Mixtures of the base cells between the base losses of the edges."""
        inner = self.pair.cells(deamplify_loss(edges, self.rate))
        log_p, log_q = self._mix(inner.log_p, inner.log_q), inner.log_q.copy()
        lost = self.pair.support.q_infinite
        if lost > 0.0:
            at = int(np.searchsorted(edges, math.log1p(-self.rate), side="left"))
            log_p[at] = np.logaddexp(log_p[at], math.log1p(-self.rate) + math.log(lost))
            log_q[at] = np.logaddexp(log_q[at], math.log(lost))
        return Cells(log_p, log_q)

    def hockey_stick(self, epsilons: Array) -> Array:
        """``eta d(log(1 + (e^eps - 1) / eta))`` above ``log(1 - eta)``, ``1 - e^eps`` below."""
        above = epsilons > math.log1p(-self.rate)
        out = trivial_profile(epsilons)
        inner = self.pair.hockey_stick(deamplify_loss(epsilons[above], self.rate))
        out[above] = np.maximum(self.rate * inner, out[above])
        return out

    def nodes(self) -> Array:
        """Images of the base nodes."""
        moved = amplify_loss(self.pair.nodes(), self.rate)
        return np.unique(np.append(moved, self.support.lowest) if self.pair.support.q_infinite else moved)

    @property
    def lattice(self) -> Lattice | None:
        """The two ends, where the base has atoms there."""
        inner, ends = self.pair.lattice, self.support
        if inner is None or not math.isfinite(ends.highest - ends.lowest):
            return None
        return Lattice(ends.highest, ends.highest - ends.lowest)


@singledispatch
def amplify(pair: AbstractPair, rate: float) -> AbstractPair:
    """``((1 - rate) Q + rate P, Q)``, in the simplest form: a rate of 1 is the pair itself, of 0 the trivial one.

    Parameters
    ----------
    pair
        The pair (P, Q).
    rate
        Probability eta in [0, 1].
    """
    if rate >= 1.0:
        return pair
    return trivial_pair() if rate <= 0.0 else Amplified(pair, rate)


@amplify.register
def _(pair: Discrete, rate: float) -> AbstractPair:
    if rate >= 1.0:
        return pair
    if rate <= 0.0:
        return trivial_pair()
    mixed = Amplified(pair, rate)
    losses = amplify_loss(pair.losses, rate)
    log_q = pair.log_q
    if pair.q_infinite > 0.0:
        losses = np.append(losses, math.log1p(-rate))
        log_q = np.append(log_q, math.log(pair.q_infinite))
    support = mixed.support
    return Discrete.from_logs(losses, losses + log_q, log_q, p_infinite=support.p_infinite)


def trivial_pair() -> Discrete:
    """The pair P = Q on one outcome."""
    zero = np.zeros(1)
    return Discrete(zero, zero, zero)


@reverse_hockey_stick.register
def _(pair: Amplified, epsilons: Array) -> Array:
    """``r d_swapped(eps + log(eta / r))`` with ``r = 1 - (1 - eta) e^eps``, 0 where r <= 0 (theory 3.1)."""
    left = -np.expm1(np.minimum(epsilons + math.log1p(-pair.rate), 1.0))
    above = left > 0.0
    out = trivial_profile(epsilons)
    shifted = epsilons[above] + np.log(pair.rate / left[above])
    out[above] = np.maximum(left[above] * swap(pair.pair).hockey_stick(shifted), out[above])
    return out
