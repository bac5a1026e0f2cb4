"""A table of text, shown on a terminal, in a pipe or as CSV."""

from __future__ import annotations

import csv
import io
from dataclasses import dataclass
from typing import TextIO

from tightdp.errors import InvalidInput

GAP = "  "


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of text under column names.

    Parameters
    ----------
    columns
        One name for each column.
    rows
        The cells, as many in each row as there are columns.
    has_header
        Whether the column names are shown; a CSV always has them.

    Raises
    ------
    InvalidInput
        If a row is too short or too long.
    """

    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    has_header: bool = True

    def __post_init__(self) -> None:
        for row in self.rows:
            if len(row) != len(self.columns):
                raise InvalidInput("row", row, f"as long as the columns {self.columns}")


def csv_text(table: Table) -> str:
    """``table`` as CSV, the column names in the first line.

    Parameters
    ----------
    table
        The table.

    Returns
    -------
    str
        Lines that end in a single line feed.
    """
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows([table.columns, *table.rows])
    return text.getvalue()


def show_table(table: Table, stream: TextIO) -> None:
    """Write ``table``: wrapped to the terminal's width there, plain aligned lines everywhere else.

    Parameters
    ----------
    table
        The table.
    stream
        Where to; whether it is a terminal decides the form.
    """
    if stream.isatty():
        _show_on_terminal(table, stream)
    else:
        stream.write(_plain_text(table))


def _plain_text(table: Table) -> str:
    rows = [table.columns, *table.rows] if table.has_header else table.rows
    widths = [max(len(row[column]) for row in rows) for column in range(len(table.columns))]
    lines = (GAP.join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) for row in rows)
    return "".join(f"{line.rstrip()}\n" for line in lines)


def _show_on_terminal(table: Table, stream: TextIO) -> None:
    from rich.console import Console
    from rich.table import Table as RichTable
    from rich.text import Text

    grid = RichTable(show_header=table.has_header, box=None, pad_edge=False, padding=(0, len(GAP), 0, 0))
    for number, column in enumerate(table.columns):
        is_name = number == 0 and not table.has_header
        grid.add_column(column, style="bold" if is_name else "", no_wrap=is_name, overflow="fold")
    for row in table.rows:
        grid.add_row(*(Text(cell) for cell in row))
    Console(file=stream).print(grid)
