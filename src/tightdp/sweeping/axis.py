"""One parameter of a sweep and the values that it takes."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tightdp.errors import InvalidInput
from tightdp.spec.paths import KeyPath
from tightdp.sweeping.parameter import find_parameter, value_at

Value = int | float | str
FORMS = "a list such as 0.001,0.01, or a range such as 0.8:1.6:9 or 1e-6:1e-2:5:log"
_MOST_POINTS = 10_000_000


@dataclass(frozen=True)
class Axis:
    """A parameter and its values.

    Parameters
    ----------
    name
        As the user wrote it; the column's name.
    path
        Where it is in the run document.
    values
        Each once, in the order in which they came.
    """

    name: str
    path: KeyPath
    values: tuple[Value, ...]


def make_axis(document: Mapping[str, Any], name: str, values: str | Sequence[object]) -> Axis:
    """The axis that ``name`` and ``values`` mean for a run.

    Parameters
    ----------
    document
        A run document with every default spelled out.
    name
        A key path or the end of one.
    values
        Numbers or words; or one text, ``start:stop:points``, ``start:stop:points:log`` or ``a,b,c``. Ranges of a
        whole-numbered parameter are rounded to whole numbers.

    Returns
    -------
    Axis
        With at least one value.

    Raises
    ------
    InvalidInput
        If the name means nothing or several things, the values cannot be read, or there are none.
    """
    path = find_parameter(document, name)
    is_whole = type(value_at(document, path)) is int
    read = _from_text(name, values, is_whole) if isinstance(values, str) else [_plain(value) for value in values]
    found = dict.fromkeys(_fitting(name, value, is_whole) for value in read)
    if not found:
        raise InvalidInput(f"values of {name}", values, "at least one value")
    return Axis(name, path, tuple(found))


def _plain(value: object) -> object:
    """A NumPy number as Python's own."""
    item = getattr(value, "item", None)
    return item() if callable(item) else value


def _fitting(name: str, value: object, is_whole: bool) -> Value:
    allowed = "a whole number" if is_whole else "a number or a word"
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        raise InvalidInput(f"values of {name}", value, f"each {allowed}")
    if is_whole and isinstance(value, float) and value.is_integer():
        return int(value)
    if is_whole and not isinstance(value, int):
        raise InvalidInput(f"values of {name}", value, f"each {allowed}")
    return value


def _from_text(name: str, text: str, is_whole: bool) -> Iterable[Value]:
    if ":" not in text:
        return [_word(part.strip()) for part in text.split(",") if part.strip()]
    parts = text.split(":")
    try:
        start, stop, points = float(parts[0]), float(parts[1]), int(parts[2])
        logarithmic = {3: False, 4: parts[-1] == "log"}[len(parts)]
    except (ValueError, IndexError, KeyError):
        raise InvalidInput(f"values of {name}", text, FORMS) from None
    if len(parts) == 4 and not logarithmic:
        raise InvalidInput(f"values of {name}", text, FORMS)
    lowest = 0.0 if logarithmic else -math.inf
    if not (math.isfinite(start) and math.isfinite(stop) and min(start, stop) > lowest and 2 <= points <= _MOST_POINTS):
        raise InvalidInput(
            f"values of {name}", text, "a range of two points or more between finite ends, above 0 if log"
        )
    values = (_between(start, stop, index / (points - 1), logarithmic) for index in range(points))
    return (float(round(value)) for value in values) if is_whole else values


def _between(start: float, stop: float, share: float, logarithmic: bool) -> float:
    """A share of the way; with 12 digits, so that 0.8:1.6:9 holds 0.9 and not its neighbour."""
    if share in {0.0, 1.0}:
        return stop if share else start
    value = start * (stop / start) ** share if logarithmic else start + (stop - start) * share
    return float(f"{value:.12g}")


def _word(text: str) -> Value:
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            continue
    return text
