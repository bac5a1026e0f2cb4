"""The answer of ``tightdp profile`` as table, JSON, CSV and picture."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from tightdp.cli.describe import phases_in_words, relation_in_words
from tightdp.cli.output import Output, bound_record, question_cells, question_record, question_table
from tightdp.cli.question import Question
from tightdp.numerics.bound import Bound
from tightdp.report import ProfileCurve, Table, exact_text, plot_profile, rounded_down, rounded_up

COLUMNS = ("epsilon", "delta_lower", "delta_upper")


def profile_output(question: Question, epsilons: Sequence[float], deltas: Sequence[Bound]) -> Output:
    """The three forms; the numbers of the table are rounded outwards, those of JSON and CSV are exact.

    Parameters
    ----------
    question
        The question.
    epsilons
        In nats, ascending.
    deltas
        delta at each epsilon.

    Returns
    -------
    Output
        Table, JSON record and CSV rows.
    """
    pairs = list(zip(epsilons, deltas, strict=True))
    screen = [(f"{epsilon:.6g}", rounded_down(delta.lower), rounded_up(delta.upper)) for epsilon, delta in pairs]
    asked = question_cells(question)
    sheet = [
        (exact_text(epsilon), exact_text(delta.lower), exact_text(delta.upper), *asked.values())
        for epsilon, delta in pairs
    ]
    record = {
        "profile": [{"epsilon": epsilon, "delta": bound_record(delta)} for epsilon, delta in pairs],
        **question_record(question, question.answer.because, question.warnings),
    }
    tables = Table(COLUMNS, tuple(screen)), question_table(question)
    return Output(tables, record, Table((*COLUMNS, *asked), tuple(sheet)))


def write_picture(question: Question, epsilons: Sequence[float], deltas: Sequence[Bound], path: Path) -> None:
    """Draw the profile into a file and say so on standard error.

    Parameters
    ----------
    question
        The question; its delta, if it has one, is pointed out.
    epsilons
        In nats, ascending.
    deltas
        delta at each epsilon.
    path
        The file.
    """
    mark = None
    delta = question.run.delta
    if delta is not None and epsilons[0] <= (epsilon := question.answer.epsilon(delta).upper) <= epsilons[-1]:
        mark = (epsilon, delta)
    phases = phases_in_words(question)
    ran = phases[0] if len(phases) == 1 else f"{len(phases)} phases, {question.run.program.steps} steps"
    title = f"{ran}\n{relation_in_words(question)}"
    plot_profile(ProfileCurve(tuple(epsilons), tuple(deltas), title, mark), path)
    sys.stderr.write(f"wrote {path}\n")
