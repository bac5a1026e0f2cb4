"""All rows of a sweep."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tightdp.report import exact_text
from tightdp.sweeping.axis import Value
from tightdp.sweeping.sweep_row import SweepRow


@dataclass(frozen=True)
class SweepResult:
    """The rows in the order of the grid, the last parameter running fastest.

    Parameters
    ----------
    names
        The varied parameters.
    asked
        ``"epsilon"`` or ``"delta"``.
    rows
        One for each point.
    resumed
        How many of them were in the results file before.
    """

    names: tuple[str, ...]
    asked: str
    rows: tuple[SweepRow, ...]
    resumed: int = 0

    @property
    def failed(self) -> tuple[SweepRow, ...]:
        """The rows without an answer."""
        return tuple(row for row in self.rows if row.bound is None)

    def columns(self) -> dict[str, Sequence[object]]:
        """Column name to values; ``None`` where a point has no answer."""
        varied = {name: _alike([row.values[place] for row in self.rows]) for place, name in enumerate(self.names)}
        return {
            **varied,
            f"{self.asked}_lower": [None if row.bound is None else row.bound.lower for row in self.rows],
            f"{self.asked}_upper": [None if row.bound is None else row.bound.upper for row in self.rows],
            "tight": [row.tight for row in self.rows],
            "theorems": [", ".join(row.theorems) for row in self.rows],
            "error": [row.error for row in self.rows],
        }


def column_names(names: tuple[str, ...], asked: str) -> tuple[str, ...]:
    """The columns of a results file, in order.

    Parameters
    ----------
    names
        The varied parameters.
    asked
        ``"epsilon"`` or ``"delta"``.

    Returns
    -------
    tuple
        Their names.
    """
    return *names, f"{asked}_lower", f"{asked}_upper", "tight", "theorems", "error"


def row_cells(row: SweepRow) -> tuple[str, ...]:
    """The cells of a row, as text that reads back exactly.

    Parameters
    ----------
    row
        The row.

    Returns
    -------
    tuple
        As many cells as :func:`column_names` has names.
    """
    ends = ("", "") if row.bound is None else (exact_text(row.bound.lower), exact_text(row.bound.upper))
    tight = "" if row.tight is None else str(row.tight).lower()
    return *map(value_text, row.values), *ends, tight, ", ".join(row.theorems), row.error


def value_text(value: Value) -> str:
    """A value as text that reads back exactly.

    Parameters
    ----------
    value
        A number or a word.

    Returns
    -------
    str
        ``100``, ``0.01`` or the word.
    """
    return value if isinstance(value, str) else exact_text(value)


def _alike(values: list[Value]) -> list[Value]:
    """The same values in one type: whole numbers, numbers, or words."""
    if any(isinstance(value, str) for value in values):
        return [value_text(value) for value in values]
    return list(values) if all(isinstance(value, int) for value in values) else [float(value) for value in values]
