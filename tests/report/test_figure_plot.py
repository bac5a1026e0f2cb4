from __future__ import annotations

import math
import re
from dataclasses import replace
from pathlib import Path

import pytest

from report.figured_runs import CURVE
from tightdp.errors import CannotAnswer, InvalidInput
from tightdp.numerics.bound import Bound
from tightdp.report.figure import FigurePoint
from tightdp.report.figure_plot import plot_figure


@pytest.mark.parametrize("ending", ["svg", "pdf", "png"])
def test_a_figure_is_drawn_the_same_each_time(tmp_path: Path, ending: str) -> None:
    for name in ("a", "b"):
        plot_figure(CURVE, tmp_path / f"{name}.{ending}")
    assert (tmp_path / f"a.{ending}").read_bytes() == (tmp_path / f"b.{ending}").read_bytes()


def test_it_names_axes_and_ends_and_is_grey(tmp_path: Path) -> None:
    plot_figure(replace(CURVE, kind="profile", y_scale="log"), tmp_path / "a.svg")
    text = (tmp_path / "a.svg").read_text(encoding="utf-8")
    for words in ("steps", "ε (nats)", "guarantee", "other end", "this run"):
        assert f">{words}<" in text
    assert 'width="244.8pt"' in text
    colours = re.findall(r"(?:fill|stroke): #([0-9a-f]{6})", text)
    assert colours
    assert all(colour[:2] == colour[2:4] == colour[4:] for colour in colours)


def test_a_figure_without_a_finite_point_is_refused(tmp_path: Path) -> None:
    empty = replace(CURVE, points=(), summary="Nothing to vary.")
    with pytest.raises(CannotAnswer, match=r"the figure steps: Nothing to vary. Instead: another --kind of figure"):
        plot_figure(empty, tmp_path / "a.svg")
    infinite = replace(CURVE, points=(FigurePoint(1.0, Bound(0.0, math.inf), "1 step: ε at most inf"),))
    with pytest.raises(CannotAnswer, match="1 step: ε at most inf"):
        plot_figure(infinite, tmp_path / "a.svg")
    with pytest.raises(InvalidInput, match="plot file must be a file whose name ends in"):
        plot_figure(CURVE, tmp_path / "a.txt")
