from __future__ import annotations

from pathlib import Path

import pytest

from tightdp.cli.sweep_output import sweep_output, wrote
from tightdp.numerics.bound import Bound
from tightdp.sweeping import SweepResult, SweepRow

ROWS = (SweepRow((0.5,), Bound(0.123456789, 0.123456799), tight=True, theorems=("U",)), SweepRow((2.0,), error="no"))
RESULT = SweepResult(("rate",), "delta", ROWS, 1)


def test_the_table_is_rounded_outwards_and_the_rest_is_exact() -> None:
    output = sweep_output(RESULT, {"version": 1})
    assert output.screen[0].rows == (("0.5", "0.123456", "0.123457", "U"), ("2", "-", "-", "no"))
    assert output.sheet.rows[0] == ("0.5", "0.123456789", "0.123456799", "true", "U", "")
    assert output.record["rows"][0]["delta"] == {"lower": 0.123456789, "upper": 0.123456799}
    assert output.record["program"] == {"version": 1}


def test_who_may_differ_is_said_below_the_table() -> None:
    varied = SweepResult(("group_size",), "delta", (), 0)
    assert sweep_output(RESULT, {"relation": "insert", "group_size": 2}).screen[1].rows == (
        ("relation", "insert"),
        ("group size", "2"),
    )
    assert sweep_output(varied, {"relation": "insert", "group_size": 2}).screen[1].rows[1] == ("group size", "varies")


def test_what_was_done_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    wrote(RESULT, Path("r.csv"), ["assumed"])
    counted = "1 of 2 points have no answer: their rows hold the reason, the first: no"
    assert capsys.readouterr().err.splitlines() == [
        "warning: assumed",
        f"warning: {counted}; mend or leave out those values",
        "wrote r.csv: 2 points, 1 of them from before",
    ]
