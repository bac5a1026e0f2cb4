"""A target on the best advantage of a membership test."""

from __future__ import annotations

from dataclasses import dataclass

from tightdp.accounting import Answer
from tightdp.calibration.abstract_target import AbstractTarget
from tightdp.calibration.log_ratio import log_ratio
from tightdp.errors import InvalidInput
from tightdp.numerics.bound import Bound
from tightdp.numerics.checks import real


@dataclass(frozen=True)
class Advantage(AbstractTarget):
    """``d(0) = TV(P, Q) <= advantage``: true minus false positive rate of the best test between neighbours.

    Parameters
    ----------
    advantage
        In (0, 1]; 1 allows everything.

    Raises
    ------
    InvalidInput
        If it is outside its range.
    """

    advantage: float

    def __post_init__(self) -> None:
        allowed = "in (0, 1]"
        value = real("advantage", self.advantage, allowed)
        if not 0.0 < value <= 1.0:
            raise InvalidInput("advantage", self.advantage, allowed, "An advantage of 0 is no use of the data")
        object.__setattr__(self, "advantage", value)

    @property
    def is_empty(self) -> bool:
        """Whether the advantage may be 1."""
        return self.advantage >= 1.0

    def measured(self, answer: Answer) -> Bound:
        """``d(0)``.

        Parameters
        ----------
        answer
            From :func:`tightdp.account`.
        """
        return answer.delta(0.0)

    def excess(self, bound: Bound) -> float:
        """Logarithm of the upper end over the allowed advantage.

        Parameters
        ----------
        bound
            What :meth:`measured` returned.
        """
        return log_ratio(bound.upper, self.advantage)

    def unspent(self, bound: Bound) -> float:
        """Advantage that is left.

        Parameters
        ----------
        bound
            What :meth:`measured` returned.
        """
        return self.advantage - bound.upper

    def as_dict(self) -> dict[str, float]:
        """``{"advantage": ...}``."""
        return {"advantage": self.advantage}

    def __str__(self) -> str:
        return f"advantage <= {self.advantage:g}"
