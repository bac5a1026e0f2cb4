"""Fenced blocks of a Markdown document, with the line each starts on."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from house.sources import ROOT

FENCE = re.compile(r"^```(\w+)([^\n]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


class Block(NamedTuple):
    """The text between two fences; ``options`` are the words after the language."""

    language: str
    options: tuple[str, ...]
    text: str
    line: int


def documents() -> list[Path]:
    """Every Markdown document of the repository, found by glob."""
    return sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *(ROOT / "examples").rglob("*.md")])


def blocks(document: Path) -> Iterator[Block]:
    """The fenced blocks of a document that name a language."""
    source = document.read_text(encoding="utf-8")
    for match in FENCE.finditer(source):
        language, options, text = match.groups()
        yield Block(language, tuple(options.split()), text, source.count("\n", 0, match.start(3)) + 1)
