"""The answer of ``tightdp compare`` as table, JSON, CSV and picture."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tightdp.baselines import Comparison, Row
from tightdp.cli.describe import phases_in_words, relation_in_words
from tightdp.cli.output import Output, bound_record, question_cells, question_record, question_table
from tightdp.cli.question import Question
from tightdp.report import ComparisonBars, Table, exact_text, plot_comparison, rounded_up

COLUMNS = ("bound", "epsilon", "ratio", "because")
NONE = "-"


def compare_output(question: Question, comparison: Comparison, warnings: Sequence[str]) -> Output:
    """The three forms; the numbers of the table are rounded up, those of JSON and CSV are exact.

    Parameters
    ----------
    question
        What ran and who may differ.
    comparison
        The bounds.
    warnings
        Sentences for the JSON record.

    Returns
    -------
    Output
        Table, JSON record and CSV rows.
    """
    rows = comparison.rows
    screen = Table(COLUMNS, tuple(_on_screen(row) for row in rows))
    record = {
        "delta": comparison.delta,
        "comparison": [_record(row) for row in rows],
        **question_record(question, question.answer.because, warnings),
    }
    asked = question_cells(question)
    columns = ("bound", "epsilon_lower", "epsilon_upper", "ratio", "theorem", "reason", *asked)
    sheet = Table(columns, tuple((*_in_sheet(row), *asked.values()) for row in rows))
    return Output((screen, question_table(question)), record, sheet)


def write_comparison_picture(question: Question, comparison: Comparison, path: Path) -> None:
    """Draw the bounds that apply into a file and say so on standard error.

    Parameters
    ----------
    question
        The question.
    comparison
        The bounds.
    path
        The file.
    """
    phases = phases_in_words(question)
    ran = phases[0] if len(phases) == 1 else f"{len(phases)} phases, {question.run.program.steps} steps"
    title = f"{ran}\n{relation_in_words(question)}, δ = {exact_text(comparison.delta)}"
    bars = tuple((row.name, row.epsilon.upper) for row in comparison.applicable if row.epsilon is not None)
    plot_comparison(ComparisonBars(bars, comparison.answer.name, title), path)
    sys.stderr.write(f"wrote {path}\n")


def _on_screen(row: Row) -> tuple[str, ...]:
    if row.epsilon is None or row.ratio is None:
        return row.name, NONE, NONE, row.reason
    return row.name, rounded_up(row.epsilon.upper), rounded_up(row.ratio, 4), row.theorem


def _in_sheet(row: Row) -> tuple[str, ...]:
    if row.epsilon is None or row.ratio is None:
        return row.name, "", "", "", row.theorem, row.reason
    ends = exact_text(row.epsilon.lower), exact_text(row.epsilon.upper)
    return row.name, *ends, exact_text(row.ratio), row.theorem, ""


def _record(row: Row) -> dict[str, Any]:
    return {
        "bound": row.name,
        "theorems": row.theorem.split(", ") if row.theorem else [],
        "epsilon": None if row.epsilon is None else bound_record(row.epsilon),
        "ratio": row.ratio,
        "reason": row.reason,
    }
