from __future__ import annotations

from pathlib import Path

import pytest

from cli.plan_files import plan_file
from tightdp.cli.choices import RelationChoice
from tightdp.cli.plan_file import PlanValues, plan_of
from tightdp.errors import InvalidInput


def test_options_replace_the_values_of_the_plan(tmp_path: Path) -> None:
    values = PlanValues(RelationChoice.SUBSTITUTE, 3, 1e-6, 1.5, 2.0)
    found = plan_of(plan_file(tmp_path), values)
    assert found is not None
    plan, names = found
    assert (plan.neighbours, plan.records_per_user, plan.delta) == ("substitute", 3, 1e-6)
    assert (plan.target_epsilon, plan.noise_multiplier) == (1.5, 2.0)
    assert names.subject(("plan", "neighbours")) == "--relation"
    assert names.subject(("plan", "epochs")).endswith("plan.toml:6: plan.epochs")


def test_a_run_file_holds_no_plan(tmp_path: Path) -> None:
    (tmp_path / "run.json").write_text("{}", encoding="utf-8")
    assert plan_of(tmp_path / "run.json", PlanValues()) is None


def test_a_value_that_does_not_fit_is_named(tmp_path: Path) -> None:
    with pytest.raises(InvalidInput, match="--relation must be one of add-remove, substitute for a plan"):
        plan_of(plan_file(tmp_path), PlanValues(relation=RelationChoice.REMOVE))
    with pytest.raises(InvalidInput, match="--gaussian must be"):
        plan_of(plan_file(tmp_path), PlanValues(gaussian=-1.0))
