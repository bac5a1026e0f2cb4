"""The CSV file of a sweep: one line for each finished point, so that a second call goes on where the first ended."""

from __future__ import annotations

import csv
import io
import os
from collections.abc import Generator, Iterable, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

from tightdp.errors import InvalidInput
from tightdp.numerics.bound import Bound
from tightdp.spec.file_lock import hold
from tightdp.sweeping.axis import Value
from tightdp.sweeping.sweep_row import SweepRow

ENDINGS = (".csv", ".parquet")
_ANOTHER = "a file of this sweep: the same run, parameters, question, options and version of tightdp"


@dataclass(frozen=True, eq=False)
class ResultsFile:
    """An open results file.

    Parameters
    ----------
    path
        The file.
    key
        Text that stands in the last cell of each line; that of another sweep is refused.
    columns
        The other columns.
    present
        The lines that were there before, by the texts of the varied values.
    descriptor
        The open file, at its end.
    """

    path: Path
    key: str
    columns: tuple[str, ...]
    present: Mapping[tuple[str, ...], tuple[str, ...]]
    descriptor: int

    def append(self, rows: Iterable[Sequence[str]]) -> None:
        """Add lines; each is whole or not there at all once the file is opened again.

        Parameters
        ----------
        rows
            Cells for :attr:`columns`.
        """
        _write(self.descriptor, _lines([(*cells, self.key) for cells in rows]))

    def finish(self, rows: Sequence[Sequence[str]]) -> None:
        """Put the lines in order, in one move: first these, then those of other points.

        Parameters
        ----------
        rows
            Every row of the grid, in its order.
        """
        size = len(self.columns) - 5
        mine = {tuple(cells[:size]) for cells in rows}
        others = [cells for values, cells in self.present.items() if values not in mine]
        draft = self.path.with_name(f".{self.path.name}.{os.getpid()}")
        told = [(*self.columns, "sweep"), *((*cells, self.key) for cells in [*rows, *others])]
        draft.write_text(_lines(told), encoding="utf-8", newline="")
        draft.replace(self.path)


@contextmanager
def results_file(path: Path, columns: tuple[str, ...], key: str) -> Generator[ResultsFile]:
    """Open or begin a results file; a last line that was never finished is cut off.

    Parameters
    ----------
    path
        The file.
    columns
        The columns of a row.
    key
        What tells this sweep from others.

    Yields
    ------
    ResultsFile
        The file and what it held.

    Raises
    ------
    InvalidInput
        If the file cannot be written, is in use, or was not written by this sweep.
    """
    try:
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_BINARY", 0), 0o644)
    except OSError as error:
        raise InvalidInput("results file", str(path), "a file that can be written", error.strerror or "") from None
    try:
        _hold(descriptor, path)
        with open(descriptor, "rb", closefd=False) as file:
            data = file.read()
        header = _lines([(*columns, "sweep")])
        kept = data[: data.rfind(b"\n") + 1]
        if not kept and not header.encode().startswith(data):
            raise InvalidInput("results file", str(path), _ANOTHER)
        present = _present(kept, path, (*columns, "sweep"), key) if kept else {}
        os.ftruncate(descriptor, len(kept))
        os.lseek(descriptor, 0, os.SEEK_END)
        if not kept:
            _write(descriptor, header)
        yield ResultsFile(path, key, columns, present, descriptor)
    finally:
        os.close(descriptor)


def checked_results_path(path: str | Path) -> Path:
    """``path`` if results can be written into it.

    Parameters
    ----------
    path
        A file whose name ends in ``.csv`` or ``.parquet``.

    Returns
    -------
    Path
        The same.

    Raises
    ------
    InvalidInput
        If the ending is another one, the folder does not exist, or pyarrow is needed and not installed.
    """
    target = Path(path)
    if target.suffix.lower() not in ENDINGS:
        raise InvalidInput("results file", str(path), f"a file whose name ends in {' or '.join(ENDINGS)}")
    if not target.parent.is_dir():
        raise InvalidInput("results file", str(path), "in a folder that exists, so that results can be kept")
    if target.suffix.lower() == ".parquet" and find_spec("pyarrow") is None:
        install = "Install it with: python -m pip install 'tightdp[parquet]'"
        raise InvalidInput("results file", str(path), "written by pyarrow, which is missing", install)
    return target


def row_from_cells(values: tuple[Value, ...], cells: Sequence[str]) -> SweepRow:
    """The row that a line of the file holds.

    Parameters
    ----------
    values
        The varied values of its point.
    cells
        Its cells, those of the values first.

    Returns
    -------
    SweepRow
        The row.
    """
    lower, upper, tight, theorems, error = cells[-5:]
    if error:
        return SweepRow(values, error=error)
    keys = tuple(theorems.split(", ")) if theorems else ()
    return SweepRow(values, Bound(float(lower), float(upper)), tight == "true", keys)


def _present(kept: bytes, path: Path, columns: tuple[str, ...], key: str) -> dict[tuple[str, ...], tuple[str, ...]]:
    """The lines by their varied values; the file must be this sweep's from its header on."""
    try:
        header, *lines = csv.reader(io.StringIO(kept.decode("utf-8"), newline=""), strict=True)
    except (UnicodeDecodeError, csv.Error):
        raise InvalidInput("results file", str(path), "a CSV file in UTF-8 that a sweep has written") from None
    if tuple(header) != columns or any(line[-1:] != [key] for line in lines):
        raise InvalidInput("results file", str(path), _ANOTHER, "Choose another file or remove this one")
    broken = [number for number, line in enumerate(lines, 2) if not _is_whole(line, len(columns))]
    if broken:
        raise InvalidInput("results file", f"{path}:{broken[0]}", "whole lines of a sweep", "Remove that line")
    return {tuple(line[: len(columns) - 6]): tuple(line[:-1]) for line in lines}


def _is_whole(line: Sequence[str], size: int) -> bool:
    if len(line) != size:
        return False
    try:
        row_from_cells((), line[:-1])
    except ValueError:
        return False
    return True


def _hold(descriptor: int, path: Path) -> None:
    try:
        hold(descriptor, str(path))
    except InvalidInput as error:
        raise InvalidInput("results file", str(path), error.allowed, "Another sweep writes to it now") from None


def _lines(rows: Sequence[Sequence[str]]) -> str:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(rows)
    return text.getvalue()


def _write(descriptor: int, text: str) -> None:
    data = text.encode()
    while data:
        data = data[os.write(descriptor, data) :]
