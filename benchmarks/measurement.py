"""What was measured for one task and one setting of one tool."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from statistics import median


@dataclass(frozen=True)
class Sample:
    """One process: the answers, and what they cost after the import."""

    round: int
    seconds: float
    import_seconds: float
    peak_bytes: int
    values: tuple[tuple[float | None, float], ...]


@dataclass
class Measurement:
    """All processes of one setting; ``problem`` says why there are none, or no more."""

    task: str
    tool: str
    knob: float | None = None
    samples: list[Sample] = field(default_factory=list[Sample])
    problem: str = ""

    @property
    def answered(self) -> bool:
        """Whether there is a finite number for the first question."""
        return bool(self.samples) and math.isfinite(self.values[0][1])

    @property
    def values(self) -> tuple[tuple[float | None, float], ...]:
        """The answers: the same in every round."""
        return self.samples[0].values

    @property
    def upper(self) -> float:
        """The upper value of a single question."""
        return self.values[0][1] if self.samples else math.nan

    @property
    def lower(self) -> float | None:
        """The lower value of a single question, if the tool gives one."""
        return self.values[0][0] if self.samples else None

    @property
    def seconds(self) -> float:
        """Median over the rounds."""
        return median(sample.seconds for sample in self.samples) if self.samples else math.inf

    @property
    def import_seconds(self) -> float:
        """Median over the rounds."""
        return median(sample.import_seconds for sample in self.samples)

    @property
    def peak_mb(self) -> float:
        """Median over the rounds, in millions of bytes."""
        return median(sample.peak_bytes for sample in self.samples) / 1e6


def paired_ratio(slow: Measurement, fast: Measurement) -> float:
    """Median over the rounds that both answered of how much longer the first took."""
    quick = {sample.round: sample.seconds for sample in fast.samples}
    ratios = [sample.seconds / quick[sample.round] for sample in slow.samples if sample.round in quick]
    return median(ratios) if ratios else math.nan
