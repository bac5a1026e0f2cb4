from __future__ import annotations

import csv
import io

import pytest

from cli.command import Command

SUBSTITUTE = (
    "compare --gaussian 3 --without-replacement 1000 10 --steps 20 --relation substitute --delta 1e-5 --rtol 0.01"
)


def test_json_has_each_bound_with_its_theorems(command: Command) -> None:
    record = command.answered(f"{SUBSTITUTE} --format json").record
    rows = {row["bound"]: row for row in record["comparison"]}
    assert record["delta"] == 1e-5
    assert rows["tightdp"]["ratio"] == 1.0
    assert rows["Wang et al."]["theorems"] == ["WBK19/T9"]
    assert rows["Wang et al."]["epsilon"]["upper"] > rows["tightdp"]["epsilon"]["upper"]
    assert rows["moments accountant"]["epsilon"] is None
    assert rows["moments accountant"]["ratio"] is None
    assert record["because"]["theorems"] == rows["tightdp"]["theorems"]


def test_csv_has_exact_numbers_and_empty_cells(command: Command) -> None:
    rows = list(csv.DictReader(io.StringIO(command.answered(f"{SUBSTITUTE} --format csv").out)))
    found = {row["bound"]: row for row in rows}
    ratio = float(found["Wang et al."]["epsilon_upper"]) / float(found["tightdp"]["epsilon_upper"])
    assert float(found["Wang et al."]["ratio"]) == pytest.approx(ratio)
    assert found["moments accountant"]["epsilon_upper"] == ""
    assert found["moments accountant"]["reason"] == "it is proven for Poisson sampling, not for without-replacement"


def test_an_infinite_bound_is_a_row_too(command: Command) -> None:
    """Steps that are never pure keep to no eps at delta 0; so does the run."""
    outcome = command.answered("compare --gaussian 1 --full-batch --steps 2 --delta 0")
    assert "naive composition" in outcome.out
    assert "inf" in outcome.out
    assert "warning: epsilon is infinite" in outcome.err
