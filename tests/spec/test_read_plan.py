"""A plan that is written can be read again, and is then the same; each mistake has its line."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

import pytest
from hypothesis import given

from planning.drawn_plans import plans
from planning.plans import POISSON
from tightdp import AddRemove, Ledger
from tightdp.errors import InvalidInput
from tightdp.planning import TrainingPlan
from tightdp.spec import from_document, read_run, to_json, to_toml
from tightdp.spec.read_plan import parse_plan, plan_from_document, plan_in, read_plan, to_plan_document

PLAN = """\
version = 1

[plan]
dataset_size = 50_000
batch_size = 500
epochs = 10
sampling = "poisson"
neighbours = "add-remove"
noise_multiplier = 1
delta = 1e-5
"""


@given(plans())
def test_toml_and_json_round_trip(plan: TrainingPlan) -> None:
    document = to_plan_document(plan)
    assert plan_from_document(document) == plan
    assert parse_plan(to_toml(document), "plan", "toml") == plan
    assert parse_plan(to_json(document), "plan", "json") == plan
    assert tomllib.loads(to_toml(document)) == json.loads(to_json(document)) == document


def test_a_file_is_the_plan(tmp_path: Path) -> None:
    (tmp_path / "plan.toml").write_text(PLAN, encoding="utf-8")
    assert read_plan(tmp_path / "plan.toml") == POISSON
    (tmp_path / "plan.json").write_text(to_json(to_plan_document(POISSON)), encoding="utf-8")
    assert read_plan(tmp_path / "plan.json") == POISSON


def test_a_plan_reads_as_the_run_that_it_makes(tmp_path: Path) -> None:
    (tmp_path / "plan.toml").write_text(PLAN, encoding="utf-8")
    run = read_run(tmp_path / "plan.toml")
    assert (run.program, run.relation, run.delta) == (POISSON.program, POISSON.relation, 1e-5)


def test_runs_and_ledgers_hold_no_plan(tmp_path: Path) -> None:
    with Ledger.open(tmp_path / "run.jsonl", AddRemove()):
        assert plan_in(tmp_path / "run.jsonl") is None
    (tmp_path / "run.toml").write_text('relation = "insert"\n', encoding="utf-8")
    assert plan_in(tmp_path / "run.toml") is None
    with pytest.raises(InvalidInput, match=r"plan file must be one with a \[plan\] table"):
        read_plan(tmp_path / "run.toml")


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("batch_size", "batchsize", "plan.toml:5: plan.batchsize: the key must be one of dataset_size, "),
        ("batch_size", "batchsize", "Did you mean 'batch_size'?"),
        ("version = 1", "version = 2", "plan.toml:1: version must be 1, got 2"),
        ("version = 1", "group_size = 1", "plan.toml:1: group_size: the key must be one of plan, version, got"),
        ('"poisson"', '"poison"', "plan.toml:7: plan.sampling must be one of poisson, without-replacement, "),
        ('"poisson"', '"poison"', "Did you mean 'poisson'?"),
        ("epochs = 10", "epochs = 1.5", "plan.toml:6: plan.epochs must be a whole number"),
        ("epochs = 10", "epochs = 0", "plan.toml:6: plan.epochs must be a whole number >= 1, got 0"),
        ("epochs = 10", "", "plan.toml:3: plan.epochs and updates must be given one of the two, not both"),
        ("dataset_size = 50_000", "", "plan.toml:3: plan must be a table with the key 'dataset_size'"),
        ("[plan]", "", "Write [plan] above 'dataset_size' and the other fields of a plan"),
    ],
)
def test_a_mistake_has_its_line(old: str, new: str, expected: str, tmp_path: Path) -> None:
    assert old in PLAN
    path = tmp_path / "plan.toml"
    path.write_text(PLAN.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(InvalidInput) as caught:
        read_run(path)
    assert expected in str(caught.value)


def test_a_plan_is_no_run_document_of_plain_dictionaries() -> None:
    with pytest.raises(InvalidInput, match="document: plan"):
        from_document({"plan": {}, "phase": []})
