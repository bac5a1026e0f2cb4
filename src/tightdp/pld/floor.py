"""A lower end that needs no grid: all steps together exceed a loss."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from tightdp.pairs.pair import AbstractPair, Array

# Ranks of the single steps' tails that are tried.
_RANKS = 400
# Rounding of tails and losses, against which the lower end is kept safe; relative.
_SAFE = 1e-12


@dataclass(frozen=True, eq=False)
class Floor:
    """Events ``A = {every step's loss exceeds l}``, on which Q has at most ``e^(-sum l)`` times the mass of P.

    ``d(eps) >= P(A) - e^eps Q(A) >= P(A) (1 - e^(eps - sum l))``. That is close to the truth where the total loss is
    close to the largest it can be, which no grid resolves.

    Parameters
    ----------
    losses
        ``sum l`` of each event, ``(n,)``.
    log_masses
        ``log P(A)`` of each event, ``(n,)``.
    """

    losses: Array
    log_masses: Array

    def epsilon(self, delta: float) -> float:
        """The largest eps >= 0 at which one of the events still has delta, 0 if none has.

        Parameters
        ----------
        delta
            Probability > 0.
        """
        with np.errstate(over="ignore", divide="ignore", invalid="ignore"):
            left = np.log1p(-np.exp(np.minimum(math.log(delta) - self.log_masses, 0.0)))
            found = np.where(self.log_masses > math.log(delta), self.losses + left, -np.inf)
        return max(0.0, float(found.max(initial=0.0)))

    def delta(self, epsilon: float) -> float:
        """The largest delta that one of the events has at eps.

        Parameters
        ----------
        epsilon
            eps in nats.
        """
        gaps = np.minimum(epsilon - self.losses, 0.0)
        return float((np.exp(self.log_masses) * -np.expm1(gaps)).max(initial=0.0))


def floor_of(parts: tuple[tuple[AbstractPair, int], ...]) -> Floor:
    """The events in which every step lies in the same quantile of its own tail.

    Parameters
    ----------
    parts
        Pairs and how often each is taken.
    """
    steps = sum(count for _, count in parts)
    ranks = np.concatenate([[0.0], np.geomspace(1e-3, 700.0, _RANKS - 1)]) / steps
    losses, log_masses = np.zeros(_RANKS), np.zeros(_RANKS)
    for pair, count in parts:
        nodes = pair.nodes()
        below = nodes - _SAFE * np.maximum(np.abs(nodes), 1e-300)
        log_p = np.minimum(pair.tails(below).log_p_above, 0.0)
        at = np.maximum(np.searchsorted(-log_p, ranks, side="right") - 1, 0)
        losses += count * (below[at] - _SAFE * np.abs(below[at]))
        log_masses += count * (log_p[at] - _SAFE * (1.0 + np.abs(log_p[at])))
    return Floor(losses, log_masses)
