"""The line of every key of a TOML text.

``tomllib`` reads values and forgets where they stood. This scanner does the opposite: it walks a text that
``tomllib`` has already accepted, skips over the values, and notes the line of each key. It therefore checks
nothing: on text that is not TOML its result is meaningless.
"""

from __future__ import annotations

import re
import tomllib

from tightdp.spec.paths import KeyPath

_BLANK = re.compile(r"(?:[ \t\r\n]|#[^\n]*)*")
_SPACE = re.compile(r"[ \t]*")
_BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")
_SCALAR = re.compile(r"[^,\]}#\n]*")
_STRINGS = {
    '"""': re.compile(r'"""(?:[^\\]|\\.)*?""""{0,2}', re.DOTALL),
    "'''": re.compile(r"'''.*?''''{0,2}", re.DOTALL),
    '"': re.compile(r'"(?:[^"\\\n]|\\.)*"'),
    "'": re.compile(r"'[^'\n]*'"),
}


def toml_lines(text: str) -> dict[KeyPath, int]:
    """Map each key path of a valid TOML text to its 1-based line.

    Parameters
    ----------
    text
        What ``tomllib.loads`` has accepted.

    Returns
    -------
    dict
        ``("phase", 1, "mechanism", "scale") -> 14`` and so on; tables and list items have entries too.
    """
    scanner = _Scanner(text)
    scanner.document()
    return scanner.lines


class _Scanner:
    """A cursor over the text and the lines noted so far."""

    def __init__(self, text: str) -> None:
        self.lines: dict[KeyPath, int] = {}
        self._text = text
        self._at = 0
        self._last_item: dict[KeyPath, int] = {}

    def document(self) -> None:
        """Walk headers and ``key = value`` lines to the end."""
        table: KeyPath = ()
        self._skip(_BLANK)
        while self._at < len(self._text):
            if self._text[self._at] == "[":
                table = self._header()
            else:
                self._pair(table)
            self._skip(_BLANK)

    def _skip(self, pattern: re.Pattern[str]) -> str:
        found = pattern.match(self._text, self._at)
        skipped = found.group() if found else ""
        self._at += len(skipped)
        return skipped

    def _note(self, path: KeyPath) -> None:
        self.lines.setdefault(path, self._text.count("\n", 0, self._at) + 1)

    def _header(self) -> KeyPath:
        is_list = self._text.startswith("[[", self._at)
        self._at += 2 if is_list else 1
        keys = self._key()
        parts: list[str | int] = []
        for depth, key in enumerate(keys, start=1):
            parts.append(key)
            self._note(tuple(parts))
            if is_list and depth == len(keys):
                self._last_item[tuple(parts)] = self._last_item.get(tuple(parts), -1) + 1
            if tuple(parts) in self._last_item:
                parts.append(self._last_item[tuple(parts)])
                self._note(tuple(parts))
        self._at += 2 if is_list else 1
        return tuple(parts)

    def _pair(self, table: KeyPath) -> None:
        path = table
        for key in self._key():
            path = (*path, key)
            self._note(path)
        self._at += 1  # the "="
        self._value(path)

    def _key(self) -> list[str]:
        parts: list[str] = []
        while True:
            self._skip(_SPACE)
            if self._text[self._at] in "\"'":
                quoted = self._skip(_STRINGS[self._text[self._at]])
                parts.append(tomllib.loads(f"key = {quoted}")["key"])
            else:
                parts.append(self._skip(_BARE_KEY))
            self._skip(_SPACE)
            if self._text[self._at] != ".":
                return parts
            self._at += 1

    def _value(self, path: KeyPath) -> None:
        self._skip(_BLANK)
        if self._text[self._at] == "[":
            self._array(path)
        elif self._text[self._at] == "{":
            self._inline_table(path)
        else:
            self._plain()

    def _plain(self) -> None:
        for quote, pattern in _STRINGS.items():
            if self._text.startswith(quote, self._at):
                self._skip(pattern)
                return
        self._skip(_SCALAR)

    def _array(self, path: KeyPath) -> None:
        index = 0
        while self._next_item("]"):
            self._note((*path, index))
            self._value((*path, index))
            index += 1

    def _inline_table(self, path: KeyPath) -> None:
        while self._next_item("}"):
            self._pair(path)

    def _next_item(self, closing: str) -> bool:
        """Step over the opening bracket or a comma; false once past ``closing``."""
        self._skip(_BLANK)
        if self._text[self._at] in "[{,":
            self._at += 1
            self._skip(_BLANK)
        if self._text[self._at] == closing:
            self._at += 1
            return False
        return True
