"""A plan beside the run that was made."""

from __future__ import annotations

import math
from dataclasses import dataclass

from tightdp.numerics.bound import Bound
from tightdp.numerics.number_text import rounded_up


@dataclass(frozen=True, slots=True)
class PlanCheck:
    """What a run of some number of updates spent, beside its plan.

    Parameters
    ----------
    planned
        Updates of the plan.
    actual
        Updates of the run.
    delta
        The delta of both epsilons.
    epsilon
        Epsilon of the run.
    planned_epsilon
        Epsilon of the plan.
    target
        Epsilon that was aimed at; ``None`` when the plan has none.
    """

    planned: int
    actual: int
    delta: float
    epsilon: Bound
    planned_epsilon: Bound
    target: float | None

    @property
    def exceeded(self) -> bool:
        """Whether the run made more updates than planned."""
        return self.actual > self.planned

    @property
    def within_target(self) -> bool | None:
        """Whether the run's certified epsilon is at most the target; ``None`` without one."""
        return None if self.target is None else self.epsilon.upper <= self.target

    @property
    def unspent(self) -> float | None:
        """Target minus epsilon, in nats; negative when overspent, infinite with no limit, ``None`` without a target."""
        if self.target is None or math.isinf(self.target):
            return self.target
        return self.target - self.epsilon.upper

    def as_dict(self) -> dict[str, object]:
        """The same, ready for JSON."""
        return {
            "planned": self.planned,
            "actual": self.actual,
            "exceeded": self.exceeded,
            "delta": self.delta,
            "epsilon": {"lower": self.epsilon.lower, "upper": self.epsilon.upper},
            "planned_epsilon": {"lower": self.planned_epsilon.lower, "upper": self.planned_epsilon.upper},
            "target": self.target,
            "within_target": self.within_target,
            "unspent": self.unspent,
        }

    def __str__(self) -> str:
        spent = f"{self.actual} updates spend epsilon {rounded_up(self.epsilon.upper)} at delta {self.delta:g}"
        planned = rounded_up(self.planned_epsilon.upper)
        if self.exceeded:
            more = f"the plan was exceeded: {self.planned} updates were planned, for {planned}"
        elif self.actual < self.planned:
            more = (
                f"{self.planned} were planned: if the run stopped because of what it had released, the plan's "
                f"{planned} counts"
            )
        else:
            more = "exactly as planned"
        left = 0.0 if self.unspent is None else self.unspent
        rest = f"{left:.3g} unspent" if left >= 0.0 else f"exceeded by {-left:.3g}"
        aim = "" if self.target is None else f"; target {self.target:g}, {rest}"
        return f"{spent}; {more}{aim}"
