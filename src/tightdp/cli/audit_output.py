"""What an audit saw, beside the account, as table, JSON record and CSV row."""

from __future__ import annotations

from tightdp.auditing import AuditResult
from tightdp.cli.output import Output, bound_record, question_record, question_rows
from tightdp.cli.question import Question
from tightdp.numerics.bound import Bound
from tightdp.report import Table, exact_text, rounded_down, rounded_up

_SOURCES = {"scheme": "drawn by the scheme's sampler", "law": "counts of changed records drawn from the scheme's law"}


def audit_output(question: Question, result: AuditResult, claimed: Bound) -> Output:
    """The three forms; the numbers of the table are rounded outwards, those of JSON and CSV are exact.

    Parameters
    ----------
    question
        What ran and who may differ.
    result
        What the audit saw.
    claimed
        The account's epsilon at the same delta.

    Returns
    -------
    Output
        Table, JSON record and CSV row.
    """
    verdict = result.consistent_with(claimed.upper)
    rows = [
        ("epsilon", f">= {rounded_down(result.epsilon)}"),
        ("account", f"<= {rounded_up(claimed.upper)}"),
        ("verdict", str(verdict).partition(":")[0]),
        ("delta", exact_text(result.delta)),
        ("confidence", exact_text(result.confidence)),
        ("runs", f"{result.runs} on each data set; {result.runs - result.counted} chose the test, the others counted"),
        ("false positives", _rate(result.false_positives, result.counted, result.false_positive_upper)),
        ("false negatives", _rate(result.false_negatives, result.counted, result.false_negative_upper)),
        ("data sets", result.direction),
        ("batches", _SOURCES[result.batches]),
        ("seed", str(result.seed)),
        *question_rows(question),
    ]
    record = {
        "audit": result.as_dict(),
        "verdict": verdict.as_dict(),
        "epsilon": bound_record(claimed),
        **question_record(question, question.answer.because, question.warnings),
    }
    sheet = {
        "epsilon_shown": exact_text(result.epsilon),
        "epsilon_upper": exact_text(claimed.upper),
        "consistent": str(verdict.consistent).lower(),
        "chance": exact_text(verdict.chance),
        "delta": exact_text(result.delta),
        "confidence": exact_text(result.confidence),
        "runs": str(result.runs),
        "counted": str(result.counted),
        "false_positives": str(result.false_positives),
        "false_negatives": str(result.false_negatives),
        "seed": str(result.seed),
    }
    listing = Table(("quantity", "value"), tuple(rows), has_header=False)
    return Output((listing,), record, Table(tuple(sheet), (tuple(sheet.values()),)))


def _rate(errors: int, runs: int, upper: float) -> str:
    return f"{errors} of {runs}, a rate of at most {rounded_up(upper, 4)}"
