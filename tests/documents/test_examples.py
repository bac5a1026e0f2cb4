"""Every example runs, found by glob."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

import pytest

from documents.console import run_tightdp
from house.sources import ROOT

EXAMPLES = sorted((ROOT / "examples").rglob("*.toml"))


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda path: path.name)
def test_example_runs(example: Path) -> None:
    run = tomllib.loads(example.read_text(encoding="utf-8"))
    delta = [] if "delta" in run else ["--delta", "1e-5"]
    code, printed = run_tightdp(["epsilon", str(example), *delta, "--format", "json"])
    assert code == 0, printed
    epsilon = json.loads(printed)["epsilon"]
    assert 0 <= epsilon["lower"] <= epsilon["upper"]


def test_there_are_examples_once_there_is_a_command_line() -> None:
    assert EXAMPLES
