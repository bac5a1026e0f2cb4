from __future__ import annotations

import csv
import io
import re

import pytest

from tightdp.errors import InvalidInput
from tightdp.report.table import Table, csv_text, show_table

TABLE = Table(("epsilon", "delta"), (("0.5", "0.25"), ("1", "1e-05")))
LISTING = Table(("quantity", "value"), (("epsilon", "<= 5"), ("", 'a, "quoted" [bold]value[/bold]')), has_header=False)


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def shown(table: Table, stream: io.StringIO) -> str:
    show_table(table, stream)
    return stream.getvalue()


def test_csv_has_a_header_and_reads_back() -> None:
    assert csv_text(TABLE) == "epsilon,delta\n0.5,0.25\n1,1e-05\n"
    assert list(csv.reader(io.StringIO(csv_text(LISTING)))) == [
        list(LISTING.columns),
        *map(list, LISTING.rows),
    ]


def test_a_pipe_gets_plain_aligned_lines() -> None:
    assert shown(TABLE, io.StringIO()) == "epsilon  delta\n0.5      0.25\n1        1e-05\n"
    assert shown(LISTING, io.StringIO()) == 'epsilon  <= 5\n         a, "quoted" [bold]value[/bold]\n'


def test_a_pipe_gets_long_lines_whole() -> None:
    assert shown(Table(("a",), (("word " * 100,),), has_header=False), io.StringIO()) == "word " * 99 + "word\n"


@pytest.mark.parametrize("width", [30, 200])
def test_a_terminal_gets_lines_that_fit(monkeypatch: pytest.MonkeyPatch, width: int) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    table = Table(("quantity", "value"), (("epsilon", "word " * 20),), has_header=False)
    text = re.sub(r"\x1b\[[\d;]*m", "", shown(table, Terminal()))
    assert max(map(len, text.splitlines())) <= width
    assert text.split() == ["epsilon", *["word"] * 20]


def test_a_terminal_shows_brackets_as_they_are(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    assert "[bold]value[/bold]" in shown(LISTING, Terminal())


def test_a_row_of_another_length_is_refused() -> None:
    with pytest.raises(InvalidInput, match="row must be as long as the columns"):
        Table(("a", "b"), (("1",),))
