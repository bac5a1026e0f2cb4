"""The contract of a mechanism: batch distances in, pairs out."""

from __future__ import annotations

import abc

from tightdp.mechanisms.unit import Unit
from tightdp.pairs.dominating import Dominating
from tightdp.pairs.pair import AbstractPair

Weights = tuple[float, ...]


class AbstractMechanism(abc.ABC):
    """What is released about a batch. It knows nothing of how the batch was drawn."""

    @abc.abstractmethod
    def group_pair(self, distance: int, unit: Unit) -> AbstractPair:
        """The pair that dominates the outputs of two batches at ``distance`` changed records.

        Parameters
        ----------
        distance
            Number k >= 1 of changed records.
        unit
            What one changed record does to the batch.
        """

    @abc.abstractmethod
    def extremal(self, p: Weights, q: Weights, unit: Unit) -> tuple[Dominating, ...]:
        """The worst pair of mixtures over batches that share the batches without changed records.

        Parameters
        ----------
        p, q
            Probabilities of i changed records in a batch of x and of j in one of x', ``(m,)`` and ``(n,)``.
        unit
            What one changed record does to a batch without any.

        Returns
        -------
        One or more valid guarantees; none of them is better than all the others at every eps.
        """


def is_unchanged(weights: Weights) -> bool:
    """Whether no batch holds a changed record."""
    return not any(weight > 0.0 for weight in weights[1:])
