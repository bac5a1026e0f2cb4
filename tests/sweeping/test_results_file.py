from __future__ import annotations

import math
from pathlib import Path

import pytest

from tightdp.errors import InvalidInput
from tightdp.numerics.bound import Bound
from tightdp.sweeping import results_file as module
from tightdp.sweeping.results_file import checked_results_path, results_file, row_from_cells
from tightdp.sweeping.sweep_result import column_names, row_cells
from tightdp.sweeping.sweep_row import SweepRow

COLUMNS = column_names(("rate",), "epsilon")
FIRST = SweepRow((0.5,), Bound(0.25, 0.3), tight=True, theorems=("U", "PLD"))
SECOND = SweepRow((1.0,), error='no "answer", sorry')
INFINITE = SweepRow((2.0,), Bound(0.0, math.inf), tight=False, theorems=())


@pytest.fixture
def path(tmp_path: Path) -> Path:
    with results_file(tmp_path / "r.csv", COLUMNS, "key") as file:
        assert file.present == {}
        file.append([row_cells(FIRST)])
        file.append([row_cells(SECOND), row_cells(INFINITE)])
    return tmp_path / "r.csv"


def test_rows_are_there_when_the_file_is_opened_again(path: Path) -> None:
    with results_file(path, COLUMNS, "key") as file:
        for row in (FIRST, SECOND, INFINITE):
            assert row_from_cells(row.values, file.present[row_cells(row)[:1]]) == row


def test_a_line_that_was_cut_anywhere_is_left_out(path: Path) -> None:
    whole = path.read_bytes()
    for length in range(len(whole)):
        path.write_bytes(whole[:length])
        with results_file(path, COLUMNS, "key") as file:
            lines = whole[:length].count(b"\n")
            assert len(file.present) == max(lines - 1, 0)
        assert path.read_bytes() == whole[: whole[:length].rfind(b"\n") + 1] or path.read_bytes().count(b"\n") == 1


def test_the_finished_file_is_in_order_and_keeps_other_points(path: Path) -> None:
    with results_file(path, COLUMNS, "key") as file:
        file.finish([row_cells(SECOND), row_cells(FIRST)])
    lines = path.read_text(encoding="utf-8").splitlines()
    assert [line.partition(",")[0] for line in lines] == ["rate", "1", "0.5", "2"]
    assert [entry.name for entry in path.parent.iterdir()] == ["r.csv"]


def test_a_file_of_something_else_is_refused_and_left_as_it_is(path: Path) -> None:
    whole = path.read_bytes()
    another = "results file must be a file of this sweep: the same run, parameters, question"
    for columns, key in ((COLUMNS, "other"), (column_names(("steps",), "epsilon"), "key")):
        with pytest.raises(InvalidInput, match=another), results_file(path, columns, key):
            pass
    assert path.read_bytes() == whole
    for text in (b"no line end", b"some\nother\nfile\n"):
        path.write_bytes(text)
        with pytest.raises(InvalidInput, match=another), results_file(path, COLUMNS, "key"):
            pass
        assert path.read_bytes() == text
    path.write_bytes(b"\xff\xfe\n")
    with (
        pytest.raises(InvalidInput, match="a CSV file in UTF-8 that a sweep has written"),
        results_file(path, COLUMNS, "key"),
    ):
        pass


@pytest.mark.parametrize("line", ["0.7,0.1,key", "0.7,x,y,true,U,,key", "0.7,2,1,true,U,,key"])
def test_a_broken_line_is_named(path: Path, line: str) -> None:
    with path.open("a", encoding="utf-8") as file:
        file.write(f"{line}\n")
    with (
        pytest.raises(InvalidInput, match=r"must be whole lines of a sweep, got '.*r.csv:5'. Remove that line"),
        results_file(path, COLUMNS, "key"),
    ):
        pass


def test_one_sweep_writes_at_a_time(path: Path) -> None:
    with (
        results_file(path, COLUMNS, "key"),
        pytest.raises(InvalidInput, match=r"results file must be .* Another sweep writes to it now"),
        results_file(path, COLUMNS, "key"),
    ):
        pass


def test_a_path_must_be_a_file_that_can_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(InvalidInput, match=r"results file must be a file whose name ends in \.csv or \.parquet"):
        checked_results_path(tmp_path / "r.txt")
    with pytest.raises(InvalidInput, match="in a folder that exists, so that results can be kept"):
        checked_results_path(tmp_path / "none" / "r.csv")
    (tmp_path / "folder.csv").mkdir()
    with (
        pytest.raises(InvalidInput, match="results file must be a file that can be written"),
        results_file(tmp_path / "folder.csv", COLUMNS, "key"),
    ):
        pass

    def nothing(name: str) -> None:
        del name

    monkeypatch.setattr(module, "find_spec", nothing)
    assert checked_results_path(tmp_path / "r.csv") == tmp_path / "r.csv"
    with pytest.raises(InvalidInput, match=r"written by pyarrow, which is missing.* 'tightdp\[parquet\]'"):
        checked_results_path(tmp_path / "r.parquet")
