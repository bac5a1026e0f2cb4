"""Write a program and its question as a run document."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, cast

import msgspec

from tightdp.accounting import Program, Step
from tightdp.errors import InvalidInput
from tightdp.mechanisms import AbstractMechanism, Together
from tightdp.relations import AbstractRelation
from tightdp.spec.abstract_entry import AbstractEntry
from tightdp.spec.document import PhaseEntry, RelationName, RunDocument
from tightdp.spec.mechanism_entries import TogetherEntry
from tightdp.spec.run import MECHANISMS, SCHEMES


def to_document(program: Program, relation: AbstractRelation, delta: float | None = None) -> dict[str, Any]:
    """The document that describes ``program``, as plain dictionaries; every default is spelled out.

    Parameters
    ----------
    program
        What ran; at least one step.
    relation
        Which data sets are neighbours.
    delta
        delta of the question, or ``None``.

    Returns
    -------
    dict
        Ready for ``from_document``, ``to_toml`` and ``to_json``.

    Raises
    ------
    InvalidInput
        If the program is empty, or holds a mechanism that no document can hold, such as a ``Profile``.
    """
    if not program.parts:
        raise InvalidInput("program", program, "of at least one step, since a document needs a phase")
    phases = [phase_entry(step, steps) for step, steps in program.parts]
    return document_as_dict(
        RunDocument(
            phase=phases,
            relation=cast("RelationName", relation.name),
            group_size=relation.group_size,
            delta=None if delta is None else float(delta),
        )
    )


def phase_entry(step: Step, steps: int) -> PhaseEntry:
    """The phase that repeats one step.

    Parameters
    ----------
    step
        The step; ``InvalidInput`` if its mechanism or scheme is one that no document can hold.
    steps
        How often, a whole number >= 0.

    Returns
    -------
    PhaseEntry
        Every default spelled out.
    """
    return PhaseEntry(
        mechanism=cast("Any", _mechanism(step.mechanism)),
        scheme=cast("Any", _entry("scheme", step.scheme, SCHEMES)),
        steps=steps,
    )


def document_as_dict(document: RunDocument) -> dict[str, Any]:
    """The document as plain dictionaries and lists; what was left out stays out.

    Parameters
    ----------
    document
        The document.

    Returns
    -------
    dict
        ``version`` first, ``phase`` last.
    """
    data = cast("dict[str, Any]", msgspec.to_builtins(document))
    phases = [_without_none(phase) for phase in data.pop("phase")]
    return {**_without_none(data), "phase": phases}


def to_json(document: Mapping[str, Any]) -> str:
    """``document`` as JSON text.

    Parameters
    ----------
    document
        From ``to_document``.

    Returns
    -------
    str
        Indented, with a line end.
    """
    return json.dumps(document, indent=2, allow_nan=False) + "\n"


def to_toml(document: Mapping[str, Any]) -> str:
    """``document`` as TOML text.

    Parameters
    ----------
    document
        From ``to_document`` or ``to_plan_document``.

    Returns
    -------
    str
        One ``[[phase]]`` each, with mechanism and scheme on one line each; or one ``[plan]``.
    """
    tables = [("[[phase]]", phase) for phase in cast("Sequence[Mapping[str, Any]]", document.get("phase", ()))]
    tables += [("[plan]", cast("Mapping[str, Any]", document["plan"]))] if "plan" in document else []
    lines = [_toml_pair(key, value) for key, value in document.items() if key not in {"phase", "plan"}]
    for heading, table in tables:
        lines += ["", heading, *(_toml_pair(key, value) for key, value in table.items())]
    return "\n".join(lines) + "\n"


def _mechanism(mechanism: AbstractMechanism) -> AbstractEntry:
    if isinstance(mechanism, Together):
        return TogetherEntry(tuple(cast("Any", _mechanism(one)) for one in mechanism.mechanisms))
    return _entry("mechanism", mechanism, MECHANISMS)


def _entry(name: str, value: object, registry: Mapping[type[AbstractEntry], object]) -> AbstractEntry:
    entry = next((entry for entry, made in registry.items() if made is type(value)), None)
    if entry is None:
        known = ", ".join(str(entry.__struct_config__.tag) for entry in registry)
        raise InvalidInput(name, value, f"one that a document can hold ({known})")
    return entry(**{field: getattr(value, field) for field in entry.__struct_fields__})


def _without_none(data: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in data.items() if value is not None}


def _toml_pair(key: str, value: object) -> str:
    return f"{key} = {_toml_value(value)}"


def _toml_value(value: object) -> str:
    if isinstance(value, Mapping):
        table = cast("Mapping[str, object]", value)
        return f"{{ {', '.join(_toml_pair(*pair) for pair in table.items())} }}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(_toml_value(item) for item in cast('Sequence[object]', value))}]"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    return repr(value)
