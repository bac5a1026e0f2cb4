# pyright: reportMissingTypeStubs=false, reportMissingImports=false, reportUnknownMemberType=false
# pyright: reportUnknownVariableType=false
from __future__ import annotations

import math
from pathlib import Path

import pytest

from tightdp.numerics.bound import Bound
from tightdp.sweeping.parquet import write_parquet
from tightdp.sweeping.sweep_result import SweepResult
from tightdp.sweeping.sweep_row import SweepRow


def test_columns_read_back_with_their_types(tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    rows = (
        SweepRow((1, "insert"), Bound(0.25, math.inf), tight=True, theorems=("U", "PLD")),
        SweepRow((2, "remove"), error="no"),
    )
    write_parquet(SweepResult(("steps", "relation"), "epsilon", rows), tmp_path / "r.parquet")
    table = parquet.read_table(tmp_path / "r.parquet")
    assert [str(kind) for kind in table.schema.types] == [
        "int64",
        "string",
        "double",
        "double",
        "bool",
        "string",
        "string",
    ]
    assert table.to_pylist()[0] == {
        "steps": 1,
        "relation": "insert",
        "epsilon_lower": 0.25,
        "epsilon_upper": math.inf,
        "tight": True,
        "theorems": "U, PLD",
        "error": "",
    }
    assert table.to_pylist()[1]["epsilon_upper"] is None
    assert [entry.name for entry in tmp_path.iterdir()] == ["r.parquet"]


def test_a_column_without_any_answer_keeps_its_type(tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    write_parquet(SweepResult(("n",), "delta", (SweepRow((1.5,), error="no"),)), tmp_path / "r.parquet")
    assert str(parquet.read_table(tmp_path / "r.parquet").schema.field("delta_upper").type) == "double"
