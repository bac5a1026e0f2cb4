"""A target (epsilon, delta)."""

from __future__ import annotations

import math
from dataclasses import dataclass

from tightdp.accounting import Answer
from tightdp.calibration.abstract_target import AbstractTarget
from tightdp.calibration.log_ratio import log_ratio
from tightdp.errors import InvalidInput
from tightdp.numerics.bound import Bound
from tightdp.numerics.checks import at_least_zero, below_one

_SMALL_EPSILON = 1e-3


@dataclass(frozen=True)
class Budget(AbstractTarget):
    """``d(epsilon) <= delta``, decided by the certified upper end of epsilon at delta.

    Where the target's epsilon is below 0.001 the upper end of ``d(epsilon)`` decides instead: that close to 0, digits
    of epsilon cost much and tell nothing.

    Parameters
    ----------
    epsilon
        eps >= 0 in nats. ``inf`` allows everything; at 0 no event's probability may differ by more than delta.
    delta
        Probability in [0, 1).

    Raises
    ------
    InvalidInput
        If a number is NaN or outside its range, or both are 0.
    """

    epsilon: float
    delta: float

    def __post_init__(self) -> None:
        object.__setattr__(self, "epsilon", at_least_zero("epsilon", self.epsilon))
        object.__setattr__(self, "delta", below_one("delta", self.delta))
        if self.epsilon == 0.0 and self.delta == 0.0:
            hint = "Together they allow nothing that depends on the data"
            raise InvalidInput("epsilon and delta", (0.0, 0.0), "not both 0", hint)

    @property
    def is_empty(self) -> bool:
        """Whether epsilon is infinite."""
        return math.isinf(self.epsilon)

    @property
    def decides(self) -> str:
        """``"epsilon"``; ``"delta"`` where the target's epsilon is next to 0."""
        return "epsilon" if self.epsilon >= _SMALL_EPSILON else "delta"

    def measured(self, answer: Answer) -> Bound:
        """Epsilon at delta, or delta at epsilon where that decides.

        Parameters
        ----------
        answer
            From :func:`tightdp.account`.
        """
        return answer.epsilon(self.delta) if self.decides == "epsilon" else answer.delta(self.epsilon)

    def excess(self, bound: Bound) -> float:
        """Logarithm of the upper end over what is allowed.

        Parameters
        ----------
        bound
            What :meth:`measured` returned.
        """
        return log_ratio(bound.upper, self._allowed)

    def unspent(self, bound: Bound) -> float:
        """Nats of epsilon that are left, or probability where delta decides.

        Parameters
        ----------
        bound
            What :meth:`measured` returned.
        """
        return math.inf if self.is_empty else self._allowed - bound.upper

    def as_dict(self) -> dict[str, float]:
        """``{"epsilon": ..., "delta": ...}``."""
        return {"epsilon": self.epsilon, "delta": self.delta}

    @property
    def _allowed(self) -> float:
        return self.epsilon if self.decides == "epsilon" else self.delta

    def __str__(self) -> str:
        return f"epsilon <= {self.epsilon:g} at delta {self.delta:g}"
