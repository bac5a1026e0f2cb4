from __future__ import annotations

import math
from pathlib import Path

import pytest

from tightdp.errors import InvalidInput
from tightdp.report.comparison_plot import ComparisonBars, plot_comparison

BARS = ComparisonBars((("tightdp", 1.25), ("other", 2.0), ("vacuous", math.inf)), "tightdp", "a run\nadd-remove")


def text_of(bars: ComparisonBars, folder: Path) -> str:
    plot_comparison(bars, folder / "bars.svg")
    return (folder / "bars.svg").read_text(encoding="utf-8")


def test_names_values_and_title_are_in_the_picture(tmp_path: Path) -> None:
    text = text_of(BARS, tmp_path)
    for word in ("tightdp", "other", "vacuous", "1.25", "inf", "ε (nats)", "a run"):
        assert word in text


def test_far_apart_values_get_a_logarithmic_axis(tmp_path: Path) -> None:
    assert "10^" not in text_of(BARS, tmp_path)
    apart = ComparisonBars((("tightdp", 0.01), ("other", 2000.0)), "tightdp")
    assert text_of(apart, tmp_path) != text_of(BARS, tmp_path)


def test_nothing_but_zeros_can_be_drawn(tmp_path: Path) -> None:
    assert "zero" in text_of(ComparisonBars((("zero", 0.0),), "zero"), tmp_path)


def test_other_endings_are_refused(tmp_path: Path) -> None:
    with pytest.raises(InvalidInput, match="plot file must be a file whose name ends in"):
        plot_comparison(BARS, tmp_path / "bars.gif")
