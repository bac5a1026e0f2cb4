"""``tightdp sweep``: grids on the command line."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from cli.command import Command

RUN = "sweep --gaussian 1 --poisson 0.01 --steps 10 --rtol 0.01"
GRID = f"{RUN} --vary noise_multiplier=1:2:2 --vary rate=0.01,2 --delta 1e-5"


def test_the_rows_are_a_table_with_the_reason_where_there_is_no_answer(command: Command) -> None:
    outcome = command.answered(GRID)
    header, *rows = outcome.out.partition("\n\n")[0].splitlines()
    assert header.split() == ["noise_multiplier", "rate", "epsilon_lower", "epsilon_upper", "because"]
    assert [row.split()[:2] for row in rows] == [["1", "0.01"], ["1", "2"], ["2", "0.01"], ["2", "2"]]
    assert rows[1].split()[2:5] == ["-", "-", "document:"]
    assert "points have no answer: their rows hold the reason, the first: document: phase[0].scheme.rate" in outcome.err


def test_csv_and_json_hold_exact_numbers(command: Command) -> None:
    rows = command.answered(f"{GRID} --format json").record["rows"]
    lines = command.answered(f"{GRID} --format csv").out.splitlines()
    assert [float(line.split(",")[3]) for line in lines[1::2]] == [row["epsilon"]["upper"] for row in rows[::2]]
    assert rows[0]["values"] == {"noise_multiplier": 1.0, "rate": 0.01}
    assert rows[1]["epsilon"] is None


def test_a_file_is_filled_by_two_workers_and_gone_on_with(command: Command, tmp_path: Path) -> None:
    path = tmp_path / "r.csv"
    smaller = GRID.replace("0.01,2", "0.01")
    outcome = command.answered(f"{smaller} --out {path} --workers 2")
    assert (outcome.out, outcome.err) == ("", f"wrote {path}: 2 points\n")
    outcome = command.answered(f"{GRID} --out {path} --format csv")
    assert outcome.err.endswith(f"wrote {path}: 4 points, 2 of them from before\n")
    assert [line.rpartition(",")[0] for line in path.read_text(encoding="utf-8").splitlines()] == (
        outcome.out.splitlines()
    )


def test_delta_is_asked_at_an_epsilon_and_steps_that_vary_are_not_assumed(command: Command) -> None:
    outcome = command.answered("sweep --gaussian 1 --poisson 0.01 --vary steps=1,2 --epsilon 1 --format csv")
    assert outcome.out.startswith("steps,delta_lower,delta_upper,")
    assert outcome.err == ""


def test_a_terminal_sees_a_bar(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    stream = Terminal()
    monkeypatch.setattr("sys.stderr", stream)
    monkeypatch.setenv("TERM", "xterm")
    command.answered(f"{RUN} --vary rate=0.01 --delta 1e-5")
    assert "sweeping" in stream.getvalue()


def test_bad_input_is_refused_before_anything_runs(command: Command) -> None:
    assert command.refused(f"{RUN} --delta 0").startswith("--vary must be given, for instance --vary rate=0.001,0.01")
    assert "results file must be a file whose name ends in" in command.refused(f"{GRID} --out r.txt")
    assert command.refused(f"{GRID} --workers 0") == "--workers must be a whole number from 1 to 1024, got 0"
    assert command.refused(f"{RUN} --vary rate=0.1").startswith("delta must be in the run or varied")
    assert "Did you mean 'rate'?" in command.refused(f"{RUN} --vary rat=0.1")
