"""The record of ``tightdp report``: everything that stands on the page, and the exact numbers behind it."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Any, cast

from tightdp.baselines.compare import compare_beside
from tightdp.cli.caution import epsilon_warnings, infinity_reason
from tightdp.cli.compare_output import compare_output
from tightdp.cli.describe import phases_in_words, relation_in_words
from tightdp.cli.output import Output, bound_record, strict
from tightdp.cli.question import Question
from tightdp.cli.run_options import RunOptions
from tightdp.numerics.bound import Bound
from tightdp.report import Table, exact_text, rounded_down, rounded_up, theorem_in_words
from tightdp.report.figure import Figure
from tightdp.report.figure_record import figure_record
from tightdp.report.privacy_statement import privacy_statement
from tightdp.report.run_figures import KINDS, FiguredRun, run_figure
from tightdp.spec import document_as_dict, plan_in, read_document, to_plan_document, to_toml

COLUMNS = ("figure", "x", "lower", "upper", "text")
_RTOL = RunOptions().rtol


def report_output(
    question: Question,
    run: FiguredRun,
    options: RunOptions,
    progress: Callable[[int, int], None] | None = None,
) -> Output:
    """The record of the page, and the points of its plots as CSV.

    Parameters
    ----------
    question
        What ran and who may differ.
    run
        The same with delta and epsilon.
    options
        What the command was given.
    progress
        Called with how many parts are done and how many there are.

    Returns
    -------
    Output
        No table, the record, and the CSV rows.
    """
    tell = progress or _silent
    total = len(KINDS) + 2
    drawn: list[Figure] = []
    for done, kind in enumerate(KINDS):
        tell(done, total)
        drawn.append(run_figure(run, kind))
    tell(total - 2, total)
    bounds = _bounds(question, run, options)
    tell(total - 1, total)
    statement = privacy_statement(
        question.answer, run.delta, unit=question.unit, reasons=question.reasons, assumptions=question.granted
    ).as_dict()
    record = {
        **_headline(question, run, options),
        "epsilon": bound_record(run.epsilon),
        "delta": run.delta,
        "statement": statement.pop("sections"),
        "numbers": statement,
        **bounds,
        "figures": [figure_record(figure) for figure in drawn],
        "because": question.answer.why(run.epsilon).as_dict(),
        "input": _input(question, options),
        "program": document_as_dict(question.document),
        "version": version("tightdp"),
    }
    tell(total, total)
    return Output((), cast("dict[str, Any]", strict(record)), figure_sheet(drawn))


def figure_sheet(drawn: Sequence[Figure]) -> Table:
    """The points of figures as rows for spreadsheets.

    Parameters
    ----------
    drawn
        The figures.

    Returns
    -------
    Table
        Exact numbers; the ends are empty where a point has no answer.
    """
    rows = [
        (figure.kind, exact_text(point.x), *_ends(point.bound), point.text)
        for figure in drawn
        for point in figure.points
    ]
    return Table(COLUMNS, tuple(rows))


def _silent(done: int, total: int) -> None:
    del done, total


def _headline(question: Question, run: FiguredRun, options: RunOptions) -> dict[str, Any]:
    """Title, the one number and the warnings."""
    phases = phases_in_words(question)
    upper, lower = rounded_up(run.epsilon.upper), rounded_down(run.epsilon.lower)
    who = relation_in_words(question)
    exact = "The exact value is at least" if question.answer.tight else "A concrete pair of data sets reaches"
    reason = infinity_reason(question.answer, run.delta, run.epsilon)
    return {
        "title": f"Privacy report: {options.run_file.name}" if options.run_file else "Privacy report",
        "subtitle": "; ".join(phases),
        "headline": {
            "number": f"ε ≤ {upper} at δ = {exact_text(run.delta)}",
            "words": f"Neighbours: {who}. Steps: {run.program.steps}. {exact} {lower}.",
        },
        "warnings": [*question.warnings, *epsilon_warnings(run.epsilon, reason)],
        "made_by": f"Made by tightdp {version('tightdp')}. The page is complete in itself and fetches nothing.",
        "made_with": f"tightdp {version('tightdp')}",
    }


def _bounds(question: Question, run: FiguredRun, options: RunOptions) -> dict[str, Any]:
    """The rows of ``tightdp compare``, as shown and exact, and every theorem that they name."""
    rtol = max(options.rtol, run.rtol if run.is_apart else 0.0)
    comparison = compare_beside(question.answer, run.delta, rtol=rtol, quick=run.is_apart)
    table = compare_output(question, comparison, ())
    rows = table.record["comparison"]
    for row, (_, epsilon, ratio, _) in zip(rows, table.screen[0].rows, strict=True):
        row["shown"] = [epsilon, ratio]
    keys = dict.fromkeys(key for row in rows if not row["reason"] for key in row["theorems"])
    return {
        "bounds_caption": f"Upper ends of ε at δ = {exact_text(run.delta)}, rounded up, the smallest first; the ratio "
        "is that to the answer. A bound that does not apply says why.",
        "comparison": rows,
        "theorems": [[key, theorem_in_words(key)] for key in keys],
    }


def _input(question: Question, options: RunOptions) -> dict[str, str]:
    """A run file, the user's own where nothing replaces its values, and the command that takes it."""
    given, plan = options.run_file, question.plan
    document = to_plan_document(plan) if plan else document_as_dict(question.document)
    text, name = to_toml(document), "plan.toml" if plan else "run.toml"
    if given is not None and given.suffix.lower() == ".toml" and _is_unchanged(given, question):
        text, name = given.read_text(encoding="utf-8"), given.name
    more = "" if options.rtol == _RTOL else f" --rtol {exact_text(options.rtol)}"
    return {"file": name, "text": text, "command": f"tightdp report {shlex.quote(name)}{more} --output report.html"}


def _is_unchanged(given: Path, question: Question) -> bool:
    """Whether no option replaced a value of the file."""
    found = plan_in(given)
    if found:
        return found[0] == question.plan
    return read_document(given)[0] == question.document


def _ends(bound: Bound | None) -> tuple[str, str]:
    return ("", "") if bound is None else (exact_text(bound.lower), exact_text(bound.upper))
