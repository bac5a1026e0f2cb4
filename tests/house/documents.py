"""What the documents promise: the theorem table's rows and the glossary's words."""

from __future__ import annotations

import re
from typing import NamedTuple

from house.sources import ROOT

DOCS = ROOT / "docs"
OPEN = "—"  # a cell that is still to be filled


class Row(NamedTuple):
    """One row of docs/theorems.md."""

    key: str
    statement: str
    conditions: str
    functions: tuple[str, ...]
    tests: tuple[str, ...]


def coded(cell: str) -> tuple[str, ...]:
    """The words of a cell that stand in code quotes."""
    return tuple(re.findall(r"`([^`]+)`", cell))


def theorem_rows() -> list[Row]:
    """The rows of the theorem table, whose first cell is a key in code quotes."""
    lines = (DOCS / "theorems.md").read_text(encoding="utf-8").splitlines()
    cells = [[cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]] for line in lines if line.startswith("| `")]
    return [Row(coded(key)[0], what, when, coded(code), coded(test)) for key, what, when, code, test in cells]


def glossary_words() -> set[str]:
    """Every word in code quotes in the glossary."""
    return set(coded((DOCS / "glossary.md").read_text(encoding="utf-8")))
