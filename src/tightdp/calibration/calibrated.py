"""What a calibration found."""

from __future__ import annotations

from dataclasses import dataclass

from tightdp.accounting import Answer, Program
from tightdp.calibration.abstract_target import AbstractTarget
from tightdp.numerics.bound import Bound


@dataclass(frozen=True, eq=False)
class Calibrated:
    """The value that was looked for, and the certified answer at it.

    Parameters
    ----------
    unknown
        What was looked for, in words.
    value
        The last value whose certified end meets the target.
    beyond
        Its less private neighbour, one tolerance step or one whole number away, which misses the target. None where
        there is none in the range, so that the range is what stopped the search.
    target
        What had to be met.
    bound
        The number that decides, at the value.
    answer
        The certified answer at the value.
    evaluations
        How many values were looked at.
    """

    unknown: str
    value: float
    beyond: float | None
    target: AbstractTarget
    bound: Bound
    answer: Answer
    evaluations: int

    def __float__(self) -> float:
        return float(self.value)

    @property
    def program(self) -> Program:
        """The run at the value."""
        return self.answer.program

    @property
    def unspent(self) -> float:
        """What the target would still allow: nats of epsilon for a :class:`Budget`, else a probability."""
        return self.target.unspent(self.bound)

    @property
    def is_limited(self) -> bool:
        """Whether the end of the range stopped the search, and not the target."""
        return self.beyond is None

    def as_dict(self) -> dict[str, object]:
        """The same, ready for JSON; the answer by its reasons."""
        return {
            "unknown": self.unknown,
            "value": self.value,
            "beyond": self.beyond,
            "target": self.target.as_dict(),
            "decides": self.target.decides,
            "bound": {"lower": self.bound.lower, "upper": self.bound.upper},
            "unspent": self.unspent,
            "tight": self.answer.tight,
            "because": self.answer.because.as_dict(),
            "evaluations": self.evaluations,
        }

    def __str__(self) -> str:
        value = f"{self.value:.6g}" if isinstance(self.value, float) else str(self.value)
        stopped = "; the range allows no more" if self.is_limited else ""
        reached = f"{self.target.decides} in [{self.bound.lower:.6g}, {self.bound.upper:.6g}]"
        return f"{self.unknown} {value}: {reached}, target {self.target}, unspent {self.unspent:.3g}{stopped}"
