from __future__ import annotations

from tightdp.numerics.bound import Bound
from tightdp.sweeping.sweep_result import SweepResult, column_names, row_cells, value_text
from tightdp.sweeping.sweep_row import SweepRow

GOOD = SweepRow((1, 0.5, "insert"), Bound(0.25, 0.3), tight=True, theorems=("U", "B18/T8"))
BAD = SweepRow((2.5, 0.5, "remove"), error="no, never")
RESULT = SweepResult(("a", "b", "c"), "epsilon", (GOOD, BAD))


def test_columns_have_one_type_each_and_gaps_where_there_is_no_answer() -> None:
    columns = RESULT.columns()
    assert tuple(columns) == column_names(RESULT.names, "epsilon")
    assert (columns["a"], columns["c"]) == ([1.0, 2.5], ["insert", "remove"])
    assert [type(value) for value in columns["a"]] == [float, float]
    assert columns["epsilon_upper"] == [0.3, None]
    assert columns["tight"] == [True, None]
    assert RESULT.failed == (BAD,)
    assert SweepResult(("a",), "delta", (SweepRow((1,)), SweepRow((2,)))).columns()["a"] == [1, 2]
    assert SweepResult(("a",), "delta", (SweepRow((1,)), SweepRow(("x",)))).columns()["a"] == ["1", "x"]


def test_cells_read_back() -> None:
    assert row_cells(GOOD) == ("1", "0.5", "insert", "0.25", "0.3", "true", "U, B18/T8", "")
    assert row_cells(BAD) == ("2.5", "0.5", "remove", "", "", "", "", "no, never")
    assert (value_text(1e-5), value_text(100.0), value_text("x")) == ("1e-05", "100", "x")
