"""What a calibrated run has to meet."""

from __future__ import annotations

import abc

from tightdp.accounting import Answer
from tightdp.numerics.bound import Bound


class AbstractTarget(abc.ABC):
    """A promise about a run, met or not by the certified end of one number of its answer."""

    @abc.abstractmethod
    def measured(self, answer: Answer) -> Bound:
        """The number that decides, with both ends."""

    @abc.abstractmethod
    def excess(self, bound: Bound) -> float:
        """Logarithm of the loss over the allowed loss: positive exactly when the certified end misses the target."""

    @abc.abstractmethod
    def unspent(self, bound: Bound) -> float:
        """What the target would still allow, in the unit of the number that decides; negative where it is missed."""

    @abc.abstractmethod
    def as_dict(self) -> dict[str, float]:
        """The target, ready for JSON."""

    @property
    def is_empty(self) -> bool:
        """Whether every run meets it, so that nothing is promised."""
        return False

    @property
    def decides(self) -> str:
        """Name of the number that decides."""
        return next(iter(self.as_dict())).replace("_", " ")

    def certified(self, bound: Bound) -> float:
        """The end that decides.

        Parameters
        ----------
        bound
            What :meth:`measured` returned.
        """
        return bound.upper

    def is_met_by(self, answer: Answer) -> bool:
        """Whether the certified end of an answer meets the target.

        Parameters
        ----------
        answer
            From :func:`tightdp.account`.
        """
        return self.excess(self.measured(answer)) <= 0.0
