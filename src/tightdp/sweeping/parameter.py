"""Find the value of a run document that a name means."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from typing import Any, cast

from tightdp.errors import InvalidInput
from tightdp.spec.paths import KeyPath, dotted

_FIXED = {"version", "name", "type"}  # without meaning, or with other keys beside each value
_ALWAYS = (("relation",), ("group_size",), ("delta",))


def find_parameter(document: Mapping[str, Any], name: str) -> KeyPath:
    """The one key path of ``document`` that ``name`` means.

    Parameters
    ----------
    document
        A run document with every default spelled out.
    name
        A whole key path such as ``phase[0].scheme.rate``, or an end of it that no other path has, such as ``rate``.

    Returns
    -------
    tuple
        Keys and list indices, outermost first.

    Raises
    ------
    InvalidInput
        If no path or more than one has that end.
    """
    paths = {dotted(path): path for path in (*_ALWAYS, *_leaves(document, ()))}
    if name in paths:
        return paths[name]
    found = [text for text in paths if text.endswith(f".{name}")]
    if len(found) == 1:
        return paths[found[0]]
    if found:
        raise InvalidInput("a varied parameter", name, f"one of {', '.join(found)}", "The short name fits each of them")
    ends = sorted({text.rpartition(".")[2] for text in paths})
    close = [end for end in ends if end.startswith(name.lower())] or get_close_matches(name.lower(), ends, 1, 0.5)
    hint = f"Did you mean {close[0]!r}?" if close else ""
    raise InvalidInput("a varied parameter", name, f"one of {', '.join(ends)}", hint)


def value_at(document: Mapping[str, Any], path: KeyPath) -> object:
    """The value at ``path``; ``None`` for a key that was left out.

    Parameters
    ----------
    document
        A run document.
    path
        From :func:`find_parameter`.

    Returns
    -------
    object
        A number or a word.
    """
    value = cast("Any", document)
    for part in path[:-1]:
        value = value[part]
    return value.get(path[-1])


def with_values(document: Mapping[str, Any], values: Mapping[KeyPath, object]) -> dict[str, Any]:
    """A copy of ``document`` with other values.

    Parameters
    ----------
    document
        A run document; it stays as it is.
    values
        The new value at each key path.

    Returns
    -------
    dict
        The copy.
    """
    changed = cast("dict[str, Any]", _copy(document))
    for path, value in values.items():
        table = cast("Any", changed)
        for part in path[:-1]:
            table = table[part]
        table[path[-1]] = value
    return changed


def _copy(value: object) -> object:
    if isinstance(value, Mapping):
        return {key: _copy(item) for key, item in cast("Mapping[str, object]", value).items()}
    if isinstance(value, list | tuple):
        return [_copy(item) for item in cast("list[object]", value)]
    return value


def _leaves(value: object, path: KeyPath) -> Iterator[KeyPath]:
    if isinstance(value, Mapping):
        for key, item in cast("Mapping[str, object]", value).items():
            if key not in _FIXED:
                yield from _leaves(item, (*path, key))
    elif isinstance(value, list | tuple):
        for index, item in enumerate(cast("list[object]", value)):
            yield from _leaves(item, (*path, index))
    else:
        yield path
