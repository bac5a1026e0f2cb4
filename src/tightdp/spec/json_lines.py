"""The line of every key of a JSON text.

``json`` reads values and forgets where they stood. This scanner walks a text that ``json`` has already
accepted and notes the line of each key. It checks one thing only, which ``json`` lets pass: a key given
twice.
"""

from __future__ import annotations

import json
import re

from tightdp.errors import InvalidInput
from tightdp.spec.paths import KeyPath, dotted

_SPACE = re.compile(r"[ \t\r\n]*")
_STRING = re.compile(r'"(?:[^"\\]|\\.)*"')
_SCALAR = re.compile(r"[^,\]}\s]*")


def json_lines(text: str, name: str) -> dict[KeyPath, int]:
    """Map each key path of a valid JSON text to its 1-based line.

    Parameters
    ----------
    text
        What ``json.loads`` has accepted.
    name
        What the text is called in an error, for instance the file's name.

    Returns
    -------
    dict
        ``("phase", 1, "mechanism", "scale") -> 14`` and so on; objects and list items have entries too.

    Raises
    ------
    InvalidInput
        If an object gives a key twice.
    """
    scanner = _Scanner(text, name)
    scanner.value(())
    return scanner.lines


class _Scanner:
    """A cursor over the text and the lines noted so far."""

    def __init__(self, text: str, name: str) -> None:
        self.lines: dict[KeyPath, int] = {}
        self._text = text
        self._name = name
        self._at = 0

    def value(self, path: KeyPath) -> None:
        """Walk one value; the cursor ends behind it."""
        self._skip(_SPACE)
        if self._text[self._at] == "{":
            while self._next_item("}"):
                self._member(path)
        elif self._text[self._at] == "[":
            index = 0
            while self._next_item("]"):
                self._note((*path, index))
                self.value((*path, index))
                index += 1
        elif self._text[self._at] == '"':
            self._skip(_STRING)
        else:
            self._skip(_SCALAR)

    def _member(self, path: KeyPath) -> None:
        member = (*path, str(json.loads(self._skip(_STRING))))
        if member in self.lines:
            line = self._line()
            raise InvalidInput(f"{self._name}:{line}: {dotted(member)}", member[-1], "given once")
        self._note(member)
        self._skip(_SPACE)
        self._at += 1  # the ":"
        self.value(member)

    def _line(self) -> int:
        return self._text.count("\n", 0, self._at) + 1

    def _note(self, path: KeyPath) -> None:
        self.lines[path] = self._line()

    def _skip(self, pattern: re.Pattern[str]) -> str:
        found = pattern.match(self._text, self._at)
        skipped = found.group() if found else ""
        self._at += len(skipped)
        return skipped

    def _next_item(self, closing: str) -> bool:
        """Step over the opening bracket or a comma; false once past ``closing``."""
        self._skip(_SPACE)
        if self._text[self._at] in "[{,":
            self._at += 1
            self._skip(_SPACE)
        if self._text[self._at] == closing:
            self._at += 1
            return False
        return True
