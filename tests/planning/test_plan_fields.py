from __future__ import annotations

from planning.plans import POISSON
from tightdp.planning.plan_fields import PlanFields


def test_a_plan_has_the_fields() -> None:
    plan: PlanFields = POISSON
    names = [name for name in vars(PlanFields) if not name.startswith("_")]
    assert len(names) == 22
    assert all(hasattr(plan, name) for name in names)
