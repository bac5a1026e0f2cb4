"""A run that is to be accounted, in plain words that every tool's environment can read."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any


@dataclass(frozen=True)
class Phase:
    """Some steps with one mechanism and one scheme; ``noise`` is sigma for Gaussian and the scale for Laplace noise."""

    noise: float
    steps: int
    rate: float = 1.0
    mechanism: str = "gaussian"
    scheme: str = "poisson"
    dataset_size: int = 0
    batch_size: int = 0


@dataclass(frozen=True)
class Run:
    """Phases and who may differ."""

    phases: tuple[Phase, ...]
    relation: str = "add-remove"
    group_size: int = 1

    @property
    def steps(self) -> int:
        """Steps of all phases."""
        return sum(phase.steps for phase in self.phases)

    @property
    def needs(self) -> frozenset[str]:
        """What a tool must be able to do to answer: words of ``registry.Tool.can``."""
        words = {phase.mechanism for phase in self.phases} | {phase.scheme for phase in self.phases}
        if len(self.phases) > 1:
            words.add("phases")
        if self.group_size > 1:
            words.add("groups")
        return frozenset(words)


def to_plain(run: Run) -> dict[str, Any]:
    """The run as JSON-ready containers."""
    return asdict(run)


def from_plain(plain: dict[str, Any]) -> Run:
    """The inverse of :func:`to_plain`."""
    return Run(tuple(Phase(**phase) for phase in plain["phases"]), plain["relation"], plain["group_size"])
