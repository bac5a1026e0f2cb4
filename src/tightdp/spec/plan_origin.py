"""Names the value of a plan that a value of its run came from."""

from __future__ import annotations

from dataclasses import dataclass

from tightdp.spec.origin import Origin
from tightdp.spec.paths import KeyPath

_FIELDS = {"relation": "neighbours", "group_size": "records_per_user", "delta": "delta"}


@dataclass(frozen=True, slots=True)
class PlanOrigin:
    """The run that a plan makes.

    Parameters
    ----------
    plan
        Names the places of the plan's values.
    """

    plan: Origin

    def subject(self, path: KeyPath) -> str:
        """``plan.toml:7: plan.records_per_user`` for the run's group size; the plan as a whole for its steps."""
        key = str(path[0]) if path else ""
        return self.plan.subject(("plan", _FIELDS[key]) if key in _FIELDS else ("plan",))
