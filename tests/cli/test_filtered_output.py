from __future__ import annotations

from pathlib import Path

from cli.command import Command
from cli.ledger_files import FILTER, filtered_file
from tightdp.cli.filtered_ledger import filtered_ledger
from tightdp.cli.filtered_output import filtered_output
from tightdp.cli.run_options import RunOptions


def test_the_command_line_answers_for_the_filter(command: Command, tmp_path: Path) -> None:
    path = str(filtered_file(tmp_path))
    shown = command.answered("epsilon --delta 1e-5", path).out
    assert "epsilon     <= 1.70" in shown
    assert "20 of 120 steps after seeing earlier releases" in shown
    assert "100 x gaussian (noise_multiplier 1) on poisson (rate 0.01)" in shown
    record = command.answered("epsilon --delta 1e-5 --format json", path).record
    assert record["epsilon"] == {"lower": 0.0, "upper": FILTER.epsilon(1e-5)}
    assert record["because"]["theorems"] == ["FZ21", "ALCKS20/T3"]
    assert (record["steps"], record["adaptive_steps"], record["tight"]) == (120, 20, False)
    assert "ask the epsilon of the ledger's filter" in command.refused("delta --epsilon 1", path, code=3)


def test_the_row_has_the_columns_of_an_epsilon(command: Command, tmp_path: Path) -> None:
    ledger = filtered_ledger(RunOptions(run_file=filtered_file(tmp_path)), 1e-5)
    assert ledger is not None
    usual = command.answered("epsilon --gaussian 1 --steps 1 --full-batch --delta 1e-5 --format csv").out
    assert ",".join(filtered_output(ledger).sheet.columns) == usual.splitlines()[0]
