"""A target point on the trade-off curve."""

from __future__ import annotations

from dataclasses import dataclass

from tightdp.accounting import Answer
from tightdp.calibration.abstract_target import AbstractTarget
from tightdp.calibration.log_ratio import log_ratio
from tightdp.errors import InvalidInput
from tightdp.numerics.bound import LEAST_POSITIVE, Bound
from tightdp.numerics.checks import probability


@dataclass(frozen=True)
class ErrorRates(AbstractTarget):
    """``f(a) >= b``: every test between neighbours with false positive rate a misses with a rate of at least b.

    Decided by the certified lower end of the false negative rate ``f(a)``.

    Parameters
    ----------
    false_positive_rate
        a in [0, 1).
    false_negative_rate
        b >= 0 with ``a + b < 1``; a coin that ignores the data has ``a + b = 1``. 0 allows everything.

    Raises
    ------
    InvalidInput
        If a rate is no probability, or no test does worse than asked for.
    """

    false_positive_rate: float
    false_negative_rate: float

    def __post_init__(self) -> None:
        for name in ("false_positive_rate", "false_negative_rate"):
            object.__setattr__(self, name, probability(name, getattr(self, name)))
        both = self.false_positive_rate, self.false_negative_rate
        if not sum(both) < 1.0:
            hint = "A coin that ignores the data already errs at rates that add up to 1"
            raise InvalidInput("false positive and false negative rate", both, "below 1 in sum", hint)

    @property
    def decides(self) -> str:
        """``"false negative rate"``."""
        return "false negative rate"

    @property
    def is_empty(self) -> bool:
        """Whether tests need not miss at all."""
        return self.false_negative_rate == 0.0

    def measured(self, answer: Answer) -> Bound:
        """The smallest false negative rate at the false positive rate.

        Parameters
        ----------
        answer
            From :func:`tightdp.account`.
        """
        return answer.trade_off([self.false_positive_rate])[0]

    def certified(self, bound: Bound) -> float:
        """The lower end: tests may miss more often, never less.

        Parameters
        ----------
        bound
            What :meth:`measured` returned.
        """
        return bound.lower

    def excess(self, bound: Bound) -> float:
        """Logarithm of ``1 - a - f(a)`` over ``1 - a - b``, at the lower end of f.

        Parameters
        ----------
        bound
            What :meth:`measured` returned.
        """
        blind = 1.0 - self.false_positive_rate
        ratio = log_ratio(max(blind - bound.lower, 0.0), blind - self.false_negative_rate)
        return min(ratio, 0.0) if bound.lower >= self.false_negative_rate else max(ratio, LEAST_POSITIVE)

    def unspent(self, bound: Bound) -> float:
        """By how much the false negative rate exceeds the one asked for.

        Parameters
        ----------
        bound
            What :meth:`measured` returned.
        """
        return bound.lower - self.false_negative_rate

    def as_dict(self) -> dict[str, float]:
        """``{"false_positive_rate": ..., "false_negative_rate": ...}``."""
        return {
            "false_positive_rate": self.false_positive_rate,
            "false_negative_rate": self.false_negative_rate,
        }

    def __str__(self) -> str:
        a, b = self.false_positive_rate, self.false_negative_rate
        return f"false negative rate >= {b:g} at false positive rate {a:g}"
