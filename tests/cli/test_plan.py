from __future__ import annotations

from pathlib import Path

import pytest

from cli.command import Command
from cli.plan_files import plan_file
from planning.plans import POISSON
from tightdp.spec import read_plan


def test_a_plan_in_words(command: Command, tmp_path: Path) -> None:
    shown = command.answered("plan", str(plan_file(tmp_path)), "--check", "1200").out
    for words in (
        "epsilon     <= 1.82",
        "target      2, 0.17",
        "1200 updates spend epsilon 1.998",
        "the plan was exceeded: 1000 updates were planned",
        "rate        0.01",
        "steps 1000 = 10 epochs x 100 updates",
        "an empty batch",
        "theorems    U",
    ):
        assert words in shown


def test_json_holds_the_exact_numbers(command: Command, tmp_path: Path) -> None:
    record = command.answered("plan --format json", str(plan_file(tmp_path))).record
    epsilon = POISSON.account().epsilon(1e-5)
    assert record["epsilon"] == {"lower": epsilon.lower, "upper": epsilon.upper}
    assert (record["rate"], record["steps"], record["check"], record["refused"]) == (0.01, 1000, None, None)
    assert record["reasons"] == list(POISSON.reasons)


def test_the_noise_is_found_and_written(command: Command, tmp_path: Path) -> None:
    path, target = plan_file(tmp_path, ("noise_multiplier = 1.0\n", "")), tmp_path / "found.json"
    outcome = command.answered("plan --format json --output", str(target), str(path))
    assert outcome.err == f"wrote {target}\n"
    assert outcome.record["found"] == "noise"
    assert 0.9 < outcome.record["noise_multiplier"] < 1.0
    assert outcome.record["epsilon"]["upper"] <= 2.0
    assert read_plan(target).noise_multiplier == outcome.record["noise_multiplier"]
    again = command.answered("epsilon --format json", str(target)).record
    assert again["epsilon"] == outcome.record["epsilon"]


def test_the_updates_are_found(command: Command, tmp_path: Path) -> None:
    record = command.answered("plan --find updates --epsilon 1.5 --format json", str(plan_file(tmp_path))).record
    assert (record["found"], record["plan"]["plan"]["updates"]) == ("updates", record["steps"])
    assert 300 < record["steps"] < 1000
    assert record["epsilon"]["upper"] <= 1.5


def test_a_loader_that_shuffles_gets_the_numbers_around_it(command: Command, tmp_path: Path) -> None:
    outcome = command("plan", str(plan_file(tmp_path, ('"poisson"', '"shuffled"'))))
    assert outcome.code == 3
    assert "error: no proven bound for a shuffled data set" in outcome.err
    for words in ("epsilon           no bound is proven", "Poisson sampling: 1.82", "within a pass: 17.8", "7.06"):
        assert words in outcome.out


@pytest.mark.parametrize(
    ("words", "line"),
    [
        ("--relation insert", "--relation must be one of add-remove, substitute for a plan, got 'insert'"),
        ("--group-size 0", "--group-size must be a whole number >= 1, got 0"),
        ("--rtol 2", "--rtol must be a number in (0, 1), got 2.0"),
        ("--check -1", "--check must be a whole number >= 0, got -1"),
        ("--output plan.txt", "--output must be a file whose name ends in .toml or .json, in a folder that exists"),
        ("--delta 1", "--delta must be "),
    ],
)
def test_bad_input_is_refused(command: Command, tmp_path: Path, words: str, line: str) -> None:
    assert command.refused(f"plan {words}", str(plan_file(tmp_path))).startswith(line)


def test_a_run_file_is_no_plan(command: Command, tmp_path: Path) -> None:
    (tmp_path / "run.toml").write_text('relation = "insert"\n', encoding="utf-8")
    assert "plan file must be one with a [plan] table" in command.refused("plan", str(tmp_path / "run.toml"))
