from __future__ import annotations

import csv
import io

from cli.command import Command
from tightdp.cli.question import ask
from tightdp.cli.run_options import RunOptions
from tightdp.cli.statement_output import statement_output
from tightdp.report.privacy_statement import privacy_statement

RUN = RunOptions(gaussian=1.0, poisson=0.01, steps=10)


def test_headings_stand_once_in_the_table() -> None:
    question = ask(RUN)
    output = statement_output(question, privacy_statement(question.answer, 1e-5))
    headings = [row[0] for row in output.screen[0].rows if row[0]]
    assert headings == list(dict.fromkeys(headings))
    assert output.record["program"]["phase"][0]["steps"] == 10
    assert output.record["epsilon"]["upper"] == question.answer.epsilon(1e-5).upper


def test_csv_has_the_heading_in_each_row(command: Command) -> None:
    text = command.answered("statement --gaussian 1 --poisson 0.01 --steps 10 --delta 1e-5 --format csv").out
    rows = list(csv.DictReader(io.StringIO(text)))
    assert all(row["part"] for row in rows)
    assert rows[0]["part"] == "Guarantee"
