"""What ran, in a line for each phase."""

from __future__ import annotations

import msgspec

from tightdp.cli.question import Question
from tightdp.relations import AbstractRelation
from tightdp.spec.abstract_entry import AbstractEntry
from tightdp.spec.document import PhaseEntry, RunDocument
from tightdp.spec.mechanism_entries import TogetherEntry


def phases_in_words(question: Question) -> list[str]:
    """``10000 x gaussian (noise_multiplier 1.1) on poisson (rate 0.01)`` for each phase.

    Parameters
    ----------
    question
        The question.

    Returns
    -------
    list
        One line for each phase.
    """
    return document_in_words(question.document)


def document_in_words(document: RunDocument) -> list[str]:
    """The same for a document that was not accounted.

    Parameters
    ----------
    document
        The document.

    Returns
    -------
    list
        One line for each phase.
    """
    return [_phase(phase) for phase in document.phase]


def relation_in_words(question: Question) -> str:
    """``add-remove, one record`` or ``substitute, groups of 4 records``.

    Parameters
    ----------
    question
        The question.

    Returns
    -------
    str
        The relation and the group size.
    """
    return neighbours_in_words(question.run.relation)


def neighbours_in_words(relation: AbstractRelation) -> str:
    """The same for a relation alone.

    Parameters
    ----------
    relation
        Who may differ.

    Returns
    -------
    str
        Its name and group size.
    """
    size = relation.group_size
    who = "one record" if size == 1 else f"groups of {size} records"
    return f"{relation.name}, {who}"


def assumptions(question: Question) -> list[str]:
    """What the answer takes for granted and nobody but the user can make true.

    Parameters
    ----------
    question
        The question.

    Returns
    -------
    list
        Sentences; those of the plan, if there is one.
    """
    if question.plan:
        return list(question.granted)
    size = question.run.relation.group_size
    group = f"nobody has more than {size} of the records; enforcing that is up to you"
    schemes = {str(phase.scheme.__struct_config__.tag) for phase in question.document.phase}
    drawn = f"batches are drawn afresh in each step exactly as said ({', '.join(sorted(schemes))}), and stay secret"
    return [
        "each record's contribution is bounded before the noise is added",
        *([drawn] if schemes != {"full-batch"} else []),
        "noise is fresh in each step, independent of everything else, and stays secret",
        *([group] if size > 1 else []),
    ]


def _phase(phase: PhaseEntry) -> str:
    name = f"{phase.name}: " if phase.name else ""
    return f"{name}{phase.steps} x {_table(phase.mechanism)} on {_table(phase.scheme)}"


def _table(entry: AbstractEntry) -> str:
    """The type and those fields that the user had to give or did change; several releases are joined by "and"."""
    if isinstance(entry, TogetherEntry):
        return f"[{' and '.join(_table(one) for one in entry.mechanisms)}] together"
    values = [(field, getattr(entry, field.name)) for field in msgspec.structs.fields(entry)]
    told = [f"{field.name} {_value(value)}" for field, value in values if value != field.default]
    details = f" ({', '.join(told)})" if told else ""
    return f"{entry.__struct_config__.tag}{details}"


def _value(value: object) -> str:
    return f"{value:.6g}" if isinstance(value, float) else str(value)
