"""A run document with the value of one unknown put in its place."""

from __future__ import annotations

from typing import Any, cast

import msgspec

from tightdp.errors import InvalidInput
from tightdp.spec.abstract_entry import AbstractEntry
from tightdp.spec.document import RunDocument
from tightdp.spec.mechanism_entries import TogetherEntry

NOISE_FIELDS = ("noise_multiplier", "scale")
RATE_FIELDS = ("rate",)
BATCH_FIELDS = ("batch_size",)


def values_of(document: RunDocument, fields: tuple[str, ...]) -> list[float]:
    """Every value of some fields, in the order of the phases.

    Parameters
    ----------
    document
        What ran.
    fields
        Names of the fields.

    Returns
    -------
    list
        Empty where no mechanism or scheme has such a field.
    """
    parts = (part for phase in document.phase for part in (*_mechanisms(phase.mechanism), phase.scheme))
    return [float(getattr(part, name)) for part in parts for name in fields if name in part.__struct_fields__]


def scaled(document: RunDocument, fields: tuple[str, ...], factor: float) -> RunDocument:
    """The document with every value of some fields multiplied.

    Parameters
    ----------
    document
        What ran.
    fields
        Names of the fields.
    factor
        What they are multiplied with.

    Returns
    -------
    RunDocument
        The same in all other places.
    """

    def part(entry: AbstractEntry) -> Any:
        if isinstance(entry, TogetherEntry):
            return TogetherEntry(tuple(part(one) for one in entry.mechanisms))
        changed = {name: factor * getattr(entry, name) for name in fields if name in entry.__struct_fields__}
        return msgspec.structs.replace(entry, **changed)

    phases = [
        msgspec.structs.replace(phase, mechanism=part(phase.mechanism), scheme=part(phase.scheme))
        for phase in document.phase
    ]
    return msgspec.structs.replace(document, phase=phases)


def with_batch_size(document: RunDocument, batch_size: int) -> RunDocument:
    """The document with one batch size in every phase that has one.

    Parameters
    ----------
    document
        What ran.
    batch_size
        Records in a batch.

    Returns
    -------
    RunDocument
        The same in all other places.
    """
    phases = [
        msgspec.structs.replace(phase, scheme=msgspec.structs.replace(phase.scheme, batch_size=batch_size))
        if BATCH_FIELDS[0] in phase.scheme.__struct_fields__
        else phase
        for phase in document.phase
    ]
    return msgspec.structs.replace(document, phase=phases)


def with_last_steps(document: RunDocument, steps: int) -> RunDocument:
    """The document with another number of steps in its last phase.

    Parameters
    ----------
    document
        What ran.
    steps
        How many.

    Returns
    -------
    RunDocument
        The same in all other places.
    """
    last = msgspec.structs.replace(document.phase[-1], steps=steps)
    return msgspec.structs.replace(document, phase=[*document.phase[:-1], last])


def first_positive(values: list[float], what: str, where: str) -> float:
    """The first value, by which the others stand in a ratio.

    Parameters
    ----------
    values
        From :func:`values_of`.
    what
        What is looked for.
    where
        What holds such values, in words.

    Returns
    -------
    float
        Positive.

    Raises
    ------
    InvalidInput
        If there are none, or one of them is not positive.
    """
    if not values:
        raise InvalidInput("--find", what, f"something that the run has; {where}")
    if not all(0.0 < value < float("inf") for value in values):
        raise InvalidInput(what, values, "positive in every phase", "The values given are the ratio that is kept")
    return values[0]


def _mechanisms(entry: AbstractEntry) -> tuple[AbstractEntry, ...]:
    return cast("tuple[AbstractEntry, ...]", entry.mechanisms) if isinstance(entry, TogetherEntry) else (entry,)
