"""Every example runs, found by glob."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

import pytest

from documents.console import run_tightdp
from house.sources import ROOT

EXAMPLES = sorted((ROOT / "examples").rglob("*.toml"))

PLANS = [path for path in EXAMPLES if "[plan]" in path.read_text(encoding="utf-8").splitlines()]


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda path: path.name)
def test_example_runs(example: Path) -> None:
    run = tomllib.loads(example.read_text(encoding="utf-8"))
    delta = [] if "delta" in run else ["--delta", "1e-5"]
    code, printed = run_tightdp(["epsilon", str(example), *delta, "--format", "json"])
    assert code == 0, printed
    epsilon = json.loads(printed)["epsilon"]
    assert 0 <= epsilon["lower"] <= epsilon["upper"]


@pytest.mark.parametrize("example", PLANS, ids=lambda path: path.name)
def test_example_plan_runs(example: Path) -> None:
    code, printed = run_tightdp(["plan", str(example), "--format", "json"])
    assert code == 0, printed
    record = json.loads(printed)
    assert 0 <= record["epsilon"]["lower"] <= record["epsilon"]["upper"] <= record["target_epsilon"]


def test_there_are_examples_once_there_is_a_command_line() -> None:
    assert EXAMPLES
    assert PLANS
