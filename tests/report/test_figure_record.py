from __future__ import annotations

from report.figured_runs import CURVE
from tightdp.report.figure_record import figure_axes, figure_record


def test_the_axes_hold_every_finite_end_and_steps_begin_at_zero() -> None:
    across, up = figure_axes(CURVE)
    assert (across.low, across.high) == (0.0, 4.0)
    assert (up.low, up.high) == (0.0, 1.2)


def test_the_record_holds_what_is_drawn() -> None:
    record = figure_record(CURVE)
    assert record["points"][0] == {
        "x": 1.0,
        "lower": 0.5,
        "upper": 0.6,
        "text": "1 step: ε at most 0.6",
        "cells": ["1", "0.5", "0.6"],
    }
    assert (record["points"][1]["upper"], record["points"][1]["cells"]) == (None, ["2", "none", "none"])
    assert record["points"][2]["cells"] == ["3", "0.9", "inf"]
    assert record["here"] == {"x": 4.0, "y": 1.2}
    assert [tick["text"] for tick in record["x"]["ticks"]] == ["0", "1", "2", "3", "4"]
    assert record["y"]["label"] == "ε (nats)"
