"""One number and what it rests on, as table, JSON record and CSV row."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tightdp.accounting import Because
from tightdp.cli.output import Output, bound_record, question_cells, question_record, question_rows
from tightdp.cli.question import Question
from tightdp.numerics.bound import Bound
from tightdp.report import Table, exact_text, rounded_down, rounded_up


@dataclass(frozen=True, slots=True)
class Found:
    """``epsilon`` found for a delta, or ``delta`` found for an epsilon.

    Parameters
    ----------
    name
        What was asked for, ``"epsilon"`` or ``"delta"``.
    bound
        The answer: nats for epsilon, a probability for delta.
    given
        The other one's name and value.
    because
        Why it holds, taken before anything else was asked.
    reason
        Why the upper end is infinite; empty when it is finite.
    """

    name: str
    bound: Bound
    given: tuple[str, float]
    because: Because
    reason: str = ""


def answer_output(question: Question, found: Found, warnings: Sequence[str]) -> Output:
    """The three forms; the numbers of the table are rounded outwards, those of JSON and CSV are exact.

    Parameters
    ----------
    question
        What ran and who may differ.
    found
        The number.
    warnings
        Sentences for the JSON record.

    Returns
    -------
    Output
        Table, JSON record and CSV row.
    """
    name, value = found.given
    rows = [
        (found.name, f"<= {rounded_up(found.bound.upper)}"),
        ("lower end", rounded_down(found.bound.lower)),
        (name, exact_text(value)),
        *([("why", found.reason)] if found.reason else []),
        *question_rows(question),
    ]
    record = {found.name: bound_record(found.bound), name: value, **question_record(question, found.because, warnings)}
    if found.reason:
        record["reason"] = found.reason
    sheet = {
        f"{found.name}_lower": exact_text(found.bound.lower),
        f"{found.name}_upper": exact_text(found.bound.upper),
        name: exact_text(value),
        **question_cells(question),
        "tight": str(question.answer.tight).lower(),
        "steps": str(question.run.program.steps),
    }
    listing = Table(("quantity", "value"), tuple(rows), has_header=False)
    return Output((listing,), record, Table(tuple(sheet), (tuple(sheet.values()),)))
