"""Write an answer in the format that was asked for."""

from __future__ import annotations

import json
import math
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from typing import Any, cast

from tightdp.accounting import Answer, Because
from tightdp.cli.choices import FormatChoice
from tightdp.cli.describe import assumptions, phases_in_words, relation_in_words
from tightdp.cli.question import Question
from tightdp.numerics.bound import Bound
from tightdp.report import Table, csv_text, show_table
from tightdp.spec import document_as_dict


@dataclass(frozen=True, slots=True)
class Output:
    """One answer in its three forms.

    Parameters
    ----------
    screen
        For people; several tables have an empty line between them.
    record
        For programs, as JSON.
    sheet
        For spreadsheets, as CSV.
    """

    screen: tuple[Table, ...]
    record: Mapping[str, Any]
    sheet: Table


def write_output(output: Output, form: FormatChoice) -> None:
    """Write to standard output.

    Parameters
    ----------
    output
        The answer.
    form
        Which of its forms.
    """
    if form is FormatChoice.JSON:
        text = json.dumps(strict(output.record), indent=2, ensure_ascii=False, allow_nan=False)
        sys.stdout.write(f"{text}\n")
    elif form is FormatChoice.CSV:
        sys.stdout.write(csv_text(output.sheet))
    else:
        for number, table in enumerate(output.screen):
            sys.stdout.write("\n" if number else "")
            show_table(table, sys.stdout)


def bound_record(bound: Bound) -> dict[str, float]:
    """``{"lower": ..., "upper": ...}``.

    Parameters
    ----------
    bound
        The bound.

    Returns
    -------
    dict
        Its ends.
    """
    return {"lower": bound.lower + 0.0, "upper": bound.upper + 0.0}  # no "-0.0"


def question_record(question: Question, because: Because, warnings: Sequence[str]) -> dict[str, Any]:
    """What every JSON answer holds besides the numbers.

    Parameters
    ----------
    question
        The question.
    because
        Why the numbers hold.
    warnings
        Sentences.

    Returns
    -------
    dict
        Relation, group size, tightness, reasons, steps, assumptions, the whole document, version and warnings.
    """
    return {
        "relation": question.run.relation.name,
        "group_size": question.run.relation.group_size,
        "tight": question.answer.tight,
        "because": because.as_dict(),
        "steps": question.run.program.steps,
        "assumptions": assumptions(question),
        "program": document_as_dict(question.document),
        "version": version("tightdp"),
        "warnings": list(warnings),
    }


def question_cells(question: Question) -> dict[str, str]:
    """Relation and group size, as cells of a CSV row.

    Parameters
    ----------
    question
        The question.

    Returns
    -------
    dict
        Column to text.
    """
    relation = question.run.relation
    return {"relation": relation.name, "group_size": str(relation.group_size)}


def question_table(question: Question) -> Table:
    """What :func:`question_rows` says, to stand below a table of numbers.

    Parameters
    ----------
    question
        The question.
    """
    return Table(("quantity", "value"), tuple(question_rows(question)), has_header=False)


def tight_in_words(answer: Answer) -> str:
    """Whether both ends enclose the exact value.

    Parameters
    ----------
    answer
        The answer.

    Returns
    -------
    str
        A word, or what the ends are instead.
    """
    return "yes" if answer.tight else "no: the lower end is that of a witness, the truth is in between"


def question_rows(question: Question) -> list[tuple[str, str]]:
    """Relation, what ran, tightness and the theorems, as rows of a table.

    Parameters
    ----------
    question
        The question.

    Returns
    -------
    list
        Pairs of a name and its value.
    """
    tight = tight_in_words(question.answer)
    phases = phases_in_words(question)
    return [
        ("neighbours", relation_in_words(question)),
        *(("ran" if number == 0 else "", phase) for number, phase in enumerate(phases)),
        ("tight", tight),
        ("because", ", ".join(question.answer.because.theorems) or "nothing ran"),
    ]


def strict(value: object) -> object:
    """``value`` with every number that JSON cannot hold as text: ``"Infinity"``, ``"-Infinity"``, ``"NaN"``.

    Parameters
    ----------
    value
        Dictionaries, lists, text and numbers.

    Returns
    -------
    object
        The same in the words of JSON.
    """
    if isinstance(value, Mapping):
        return {str(key): strict(item) for key, item in cast("Mapping[object, object]", value).items()}
    if isinstance(value, (list, tuple)):
        return [strict(item) for item in cast("Sequence[object]", value)]
    if isinstance(value, float) and not math.isfinite(value):
        return "NaN" if math.isnan(value) else f"{'-' * (value < 0)}Infinity"
    return value
