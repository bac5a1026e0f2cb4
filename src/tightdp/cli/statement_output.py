"""A privacy statement in its three forms."""

from __future__ import annotations

from tightdp.cli.output import Output, question_record
from tightdp.cli.question import Question
from tightdp.report import Table
from tightdp.report.privacy_statement import PrivacyStatement


def statement_output(question: Question, statement: PrivacyStatement) -> Output:
    """The statement as a table of headings and sentences, as JSON and as CSV.

    Parameters
    ----------
    question
        What ran and who may differ.
    statement
        The statement.

    Returns
    -------
    Output
        Table, JSON record and CSV rows.
    """
    rows = [
        (heading if number == 0 else "", line)
        for heading, lines in statement.sections
        for number, line in enumerate(lines)
    ]
    cells = [(heading, line) for heading, lines in statement.sections for line in lines]
    record = {**question_record(question, question.answer.because, question.warnings), **statement.as_dict()}
    return Output(
        (Table(("part", "text"), tuple(rows), has_header=False),), record, Table(("part", "text"), tuple(cells))
    )
