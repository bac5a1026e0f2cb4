from __future__ import annotations

from pathlib import Path

import pytest

from planning.plans import POISSON
from sweeping.runs import ONE
from tightdp.errors import InvalidInput
from tightdp.spec import to_plan_document, to_toml
from tightdp.sweeping import sweep
from tightdp.sweeping.plan_template import refuse_relation


def test_the_relation_of_a_plan_does_not_vary(tmp_path: Path) -> None:
    (tmp_path / "plan.toml").write_text(to_toml(to_plan_document(POISSON)), encoding="utf-8")
    with pytest.raises(InvalidInput, match="a varied parameter must be another one for a plan, got 'relation'"):
        sweep(tmp_path / "plan.toml", {"relation": "add-remove,substitute"})


def test_everything_else_does(tmp_path: Path) -> None:
    (tmp_path / "plan.toml").write_text(to_toml(to_plan_document(POISSON)), encoding="utf-8")
    found = sweep(tmp_path / "plan.toml", {"noise_multiplier": [1.0, 2.0]}, rtol=1e-2)
    assert [row.bound and round(row.bound.upper, 2) for row in found.rows] == [1.83, 0.62]
    (tmp_path / "run.toml").write_text(to_toml(ONE), encoding="utf-8")
    refuse_relation(tmp_path / "run.toml", ["relation"])
