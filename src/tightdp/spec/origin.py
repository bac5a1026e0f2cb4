"""Where the values of a document came from, so that an error can name the place."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol

from tightdp.spec.paths import KeyPath, dotted, nearest_line


class Origin(Protocol):
    """Names the place of a value in the words of its source."""

    def subject(self, path: KeyPath) -> str:
        """What an error calls the value at ``path``, for instance ``run.toml:9: phase[0].steps``."""
        ...


@dataclass(frozen=True, slots=True)
class TextOrigin:
    """A TOML or JSON text.

    Parameters
    ----------
    name
        The file's name as the user wrote it.
    lines
        1-based line of each key path; empty when the document was never a text.
    """

    name: str
    lines: Mapping[KeyPath, int] = field(default_factory=dict[KeyPath, int])

    def subject(self, path: KeyPath) -> str:
        """``name:line: key.path``; without the line when no line is known."""
        place = f"{self.name}:{nearest_line(self.lines, path)}" if self.lines else self.name
        return f"{place}: {dotted(path)}" if path else place
