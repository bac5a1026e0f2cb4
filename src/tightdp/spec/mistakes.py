"""Turn the first fault that msgspec finds in a document into an error with place, type and nearest key."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from typing import Any, Literal, cast, get_args, get_origin

import msgspec

from tightdp.errors import InvalidInput
from tightdp.spec.document import PhaseEntry, RunDocument
from tightdp.spec.mechanism_entries import MechanismEntry, SingleEntry
from tightdp.spec.origin import Origin
from tightdp.spec.paths import KeyPath
from tightdp.spec.plan_document import PlanDocument, PlanEntry
from tightdp.spec.scheme_entries import SchemeEntry

_UNIONS: dict[str, Any] = {"mechanism": MechanismEntry, "scheme": SchemeEntry, "mechanisms": SingleEntry}
_WORDS = {
    "int": "a whole number without point or exponent",
    "float": "a number",
    "str": "text",
    "object": "a table",
    "array": "a list of tables",
}


def invalid(message: str, data: object, origin: Origin) -> InvalidInput:
    """The error for msgspec's ``message`` about ``data``.

    Parameters
    ----------
    message
        Text of a ``msgspec.ValidationError``.
    data
        The document as plain dictionaries and lists.
    origin
        Names the place.

    Returns
    -------
    InvalidInput
        With file, line, what is allowed and, for an unknown word, the nearest one.
    """
    fault, _, place = message.partition(" - at `$")
    path = _path(place)
    if found := re.fullmatch(r"Object contains unknown field `(.*)`", fault, re.DOTALL):
        return _unknown_key(found[1], path, data, origin)
    if found := re.fullmatch(r"Object missing required field `(.*)`", fault):
        return _missing_key(found[1], path, data, origin)
    value = _value_at(data, path)
    if choices := _choices(path, data):
        return InvalidInput(origin.subject(path), value, _one_of(choices), _nearest(str(value), choices))
    if not fault.startswith("Expected"):
        return InvalidInput(origin.subject(path), value, "of another kind or size", fault)
    kinds: list[str] = re.findall(r"\w+", fault.removeprefix("Expected").partition(", got")[0])
    allowed = " or ".join(_WORDS.get(kind, kind) for kind in kinds if kind != "null")
    hint = "Write [[phase]] above each phase" if path == ("phase",) else ""
    return InvalidInput(origin.subject(path), value, allowed, hint)


def _unknown_key(key: str, path: KeyPath, data: object, origin: Origin) -> InvalidInput:
    known = _keys(path, data)
    is_misplaced = not path and key in PlanEntry.__struct_fields__ and key not in known
    hint = f"Write [plan] above {key!r} and the other fields of a plan" if is_misplaced else _nearest(key, known)
    return InvalidInput(f"{origin.subject((*path, key))}: the key", key, _one_of(known), hint)


def _missing_key(key: str, path: KeyPath, data: object, origin: Origin) -> InvalidInput:
    given = list(cast("Mapping[str, object]", _value_at(data, path)))
    choices = _choices((*path, key), data)
    hint = f"{key} is {_one_of(choices)}" if choices else ""
    subject = origin.subject(path) if path else f"{origin.subject(path)}: the document"
    return InvalidInput(subject, given or "nothing", f"a table with the key {key!r}", hint)


def _one_of(words: Sequence[str]) -> str:
    return f"one of {', '.join(words)}"


def _nearest(word: str, known: Sequence[str]) -> str:
    close = get_close_matches(word.lower(), known, n=1, cutoff=0.5)
    return f"Did you mean {close[0]!r}?" if close else ""


def _path(place: str) -> KeyPath:
    parts = cast("list[tuple[str, str]]", re.findall(r"\.([A-Za-z_]\w*)|\[(\d+)\]", place))
    return tuple(key or int(index) for key, index in parts)


def _value_at(data: object, path: KeyPath) -> object:
    value = cast("Any", data)
    for part in path:
        value = value[part]
    return value


def _entry(path: KeyPath, data: object) -> type[msgspec.Struct]:
    """The table type that belongs at ``path``."""
    if not path:
        return PlanDocument if _holds_plan(data) else RunDocument
    if path == ("plan",):
        return PlanEntry
    members = _members(path)
    if not members:
        return PhaseEntry
    tag = cast("Mapping[str, object]", _value_at(data, path))["type"]
    return next(entry for entry in members if entry.__struct_config__.tag == tag)


def _holds_plan(data: object) -> bool:
    return isinstance(data, Mapping) and "plan" in data


def _members(path: KeyPath) -> tuple[type[msgspec.Struct], ...]:
    """The tables that may stand at ``path``; none where there is no choice."""
    key = next((part for part in reversed(path) if isinstance(part, str)), "")
    return get_args(_UNIONS[key]) if key in _UNIONS else ()


def _keys(path: KeyPath, data: object) -> list[str]:
    entry = _entry(path, data)
    tag_field = entry.__struct_config__.tag_field
    return [*([tag_field] if tag_field else []), *entry.__struct_fields__]


def _choices(path: KeyPath, data: object) -> list[str]:
    """The words allowed at ``path``; empty where the value is not one of a list of words."""
    *above, key = path or ("",)
    if key == "type":
        return [str(entry.__struct_config__.tag) for entry in _members(tuple(above))]
    if isinstance(key, int):
        return []
    fields = {field.name: field.type for field in msgspec.structs.fields(_entry(tuple(above), data))}
    annotation = fields.get(key)
    return list(get_args(annotation)) if get_origin(annotation) is Literal else []
