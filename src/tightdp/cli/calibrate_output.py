"""What a calibration found, as table, JSON record and CSV row."""

from __future__ import annotations

from collections.abc import Sequence

from tightdp.calibration import Calibrated
from tightdp.cli.choices import FindChoice
from tightdp.cli.output import Output, bound_record, question_cells, question_record, question_rows
from tightdp.cli.question import Question
from tightdp.planning.caution import caution
from tightdp.report import Table, exact_text, rounded_down, rounded_up

_MORE_IS_SAFER = {FindChoice.NOISE, FindChoice.DELTA}


def calibrate_output(question: Question, what: FindChoice, found: Calibrated, warnings: Sequence[str]) -> Output:
    """The three forms; the table's numbers are rounded to the safe side, those of JSON and CSV are exact.

    Parameters
    ----------
    question
        The run at the value, and who may differ.
    what
        What was looked for.
    found
        What was found.
    warnings
        Sentences for the JSON record.

    Returns
    -------
    Output
        Table, JSON record and CSV row.
    """
    safe = rounded_up if what in _MORE_IS_SAFER else rounded_down
    value = str(found.value) if isinstance(found.value, int) else safe(found.value)
    is_floor = found.target.certified(found.bound) == found.bound.lower != found.bound.upper
    certified = f">= {rounded_down(found.bound.lower)}" if is_floor else f"<= {rounded_up(found.bound.upper)}"
    other = ("upper end", rounded_up(found.bound.upper)) if is_floor else ("lower end", rounded_down(found.bound.lower))
    rows = [
        (what.value.replace("-", " "), value),
        ("target", str(found.target)),
        (found.target.decides, certified),
        other,
        ("unspent", rounded_down(found.unspent, 3)),
        *question_rows(question),
    ]
    calibration = {
        "find": what.value,
        "value": found.value,
        "beyond": found.beyond,
        "target": found.target.as_dict(),
        found.target.decides.replace(" ", "_"): bound_record(found.bound),
        "unspent": found.unspent,
        "evaluations": found.evaluations,
    }
    record = {"calibration": calibration, **question_record(question, question.answer.because, warnings)}
    sheet = {
        "find": what.value,
        "value": exact_text(found.value),
        **{f"target_{name}": exact_text(number) for name, number in found.target.as_dict().items()},
        "decides": found.target.decides,
        "lower": exact_text(found.bound.lower),
        "upper": exact_text(found.bound.upper),
        "unspent": exact_text(found.unspent),
        **question_cells(question),
    }
    listing = Table(("quantity", "value"), tuple(rows), has_header=False)
    return Output((listing,), record, Table(tuple(sheet), (tuple(sheet.values()),)))


def calibrate_warnings(found: Calibrated) -> list[str]:
    """Cause, effect and remedy where the end of the range, and not the target, stopped the search.

    Parameters
    ----------
    found
        What was found.

    Returns
    -------
    list
        Empty where the target is used up.
    """
    if not found.is_limited:
        return []
    return [
        caution(
            f"the target allows more than {found.unknown} {found.value:g}, where the range of the search ends",
            "a part of it is left unspent",
            "spend it on something else, or set a stricter target",
        )
    ]
