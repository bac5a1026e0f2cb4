"""Key paths into a run document, such as ``phase[1].mechanism.scale``."""

from __future__ import annotations

from collections.abc import Mapping

KeyPath = tuple[str | int, ...]


def dotted(path: KeyPath) -> str:
    """``("phase", 1, "steps")`` as ``phase[1].steps``; indices count from 0.

    Parameters
    ----------
    path
        Keys (text) and list indices (int), outermost first.

    Returns
    -------
    str
        The path as one word.
    """
    text = ""
    for part in path:
        if isinstance(part, int):
            text += f"[{part}]"
        else:
            text += f".{part}" if text else part
    return text


def nearest_line(lines: Mapping[KeyPath, int], path: KeyPath) -> int:
    """Line of the longest known beginning of ``path``; 1 when nothing of it is known.

    A missing key has no line, so the line of the table that should hold it is what a reader needs.

    Parameters
    ----------
    lines
        1-based line of each key path of a file.
    path
        The path looked for.

    Returns
    -------
    int
        A 1-based line.
    """
    for length in range(len(path), 0, -1):
        if path[:length] in lines:
            return lines[path[:length]]
    return 1
