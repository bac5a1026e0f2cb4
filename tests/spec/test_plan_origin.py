from __future__ import annotations

import pytest

from tightdp.spec.origin import TextOrigin
from tightdp.spec.paths import KeyPath
from tightdp.spec.plan_origin import PlanOrigin

LINES: dict[KeyPath, int] = {("plan",): 3, ("plan", "delta"): 9, ("plan", "records_per_user"): 5}


@pytest.mark.parametrize(
    ("path", "place"),
    [
        (("delta",), "plan.toml:9: plan.delta"),
        (("group_size",), "plan.toml:5: plan.records_per_user"),
        (("relation",), "plan.toml:3: plan.neighbours"),
        (("phase", 0, "steps"), "plan.toml:3: plan"),
        ((), "plan.toml:3: plan"),
    ],
)
def test_a_value_of_the_run_is_named_after_that_of_the_plan(path: KeyPath, place: str) -> None:
    assert PlanOrigin(TextOrigin("plan.toml", LINES)).subject(path) == place
