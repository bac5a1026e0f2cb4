from __future__ import annotations

from pathlib import Path

import pytest

from cli.command import Command
from cli.plan_files import plan_file
from tightdp import AddRemove, Gaussian, Ledger, Poisson, Step

RUN = "statement --gaussian 1 --poisson 0.01 --steps 1000"


def test_a_statement_in_words(command: Command) -> None:
    text = command.answered(f"{RUN} --delta 1e-5 --unit user --selected-among 5").out
    assert "epsilon is at most 1.82" in text
    assert "whether one user is there at all" in text
    assert "selection among 5 runs is not accounted" in text


def test_a_statement_about_a_ledger(command: Command, tmp_path: Path) -> None:
    with Ledger.open(tmp_path / "run.jsonl", AddRemove()) as ledger:
        ledger.append(Step(Gaussian(1.0), Poisson(0.01)), 1000)
    record = command.answered("statement --delta 1e-5 --format json", str(tmp_path / "run.jsonl")).record
    assert record["epsilon"]["lower"] - 2e-4 <= 1.82824 <= record["epsilon"]["upper"] + 2e-4
    assert record["sections"]["What was released"][0].startswith("1000 x Gaussian")


def test_a_statement_about_a_plan_gives_its_reasons(command: Command, tmp_path: Path) -> None:
    record = command.answered("statement --format json", str(plan_file(tmp_path))).record
    assert record["sections"]["Where the numbers come from"][1] == "rate 0.01 = 500 / 50000, independently"
    assert record["assumptions"] == record["sections"]["What is taken for granted"]


def test_markdown(command: Command) -> None:
    assert command.answered(f"{RUN} --delta 1e-5 --markdown").out.startswith("# Differential privacy statement\n")


@pytest.mark.parametrize(
    ("words", "line"),
    [
        ("", "--delta must be given, got 'nothing'. A delta far below 1 / number of records is usual"),
        ("--delta 1e-5 --selected-among 0", "--selected-among must be a whole number >= 1, got 0"),
    ],
)
def test_bad_input_is_refused(command: Command, words: str, line: str) -> None:
    assert command.refused(f"{RUN} {words}") == line
