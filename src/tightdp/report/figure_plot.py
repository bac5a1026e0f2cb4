"""A figure about a run for papers: one column wide, vector, readable in grey."""
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false
# (matplotlib's own types leave keyword arguments open)

from __future__ import annotations

import math
from pathlib import Path
from typing import TYPE_CHECKING

from tightdp.errors import CannotAnswer
from tightdp.report.figure import Figure
from tightdp.report.figure_record import figure_axes
from tightdp.report.profile_plot import save_picture

if TYPE_CHECKING:
    from matplotlib.axes import Axes

COLUMN = (3.4, 2.3)  # inches: one column of a two-column paper
_SIZE = 8.0
_FEW = 12


def plot_figure(figure: Figure, path: str | Path) -> None:
    """Draw a figure into a file: the guarantee solid, the other end dashed, what lies between in grey.

    Parameters
    ----------
    figure
        The figure.
    path
        The file; its ending says whether it becomes SVG, PNG or PDF.

    Raises
    ------
    CannotAnswer
        If no point of the figure has a finite answer.
    InvalidInput
        If no picture can be drawn into the file.
    """
    if not _seen(figure):
        reason = figure.points[0].text if figure.points else figure.summary
        raise CannotAnswer(f"the figure {figure.kind}", reason.rstrip("."), "another --kind of figure, or another run")
    save_picture(path, COLUMN, lambda axes: _draw(axes, figure))


def _seen(figure: Figure) -> list[tuple[float, float, float]]:
    """Where, and both ends, of each point that can be drawn."""
    points = ((point.x, point.bound) for point in figure.points)
    return [(x, bound.lower, bound.upper) for x, bound in points if bound and math.isfinite(bound.upper)]


def _draw(axes: Axes, figure: Figure) -> None:
    places, lower, upper = zip(*_seen(figure), strict=True)
    sure, other = (lower, upper) if figure.kind == "trade-off" else (upper, lower)
    across, up = figure_axes(figure)
    if figure.y_scale == "log":
        axes.set_yscale("log")
    few = len(places) <= _FEW
    axes.fill_between(places, lower, upper, color="0.82", linewidth=0)
    axes.plot(places, sure, color="black", linewidth=1.2, marker="o" if few else "", markersize=2.5, label="guarantee")
    axes.plot(places, other, color="0.35", linestyle=(0, (4, 2)), linewidth=0.8, label="other end")
    if figure.here is not None:
        x, y = figure.here
        (ring,) = axes.plot([x], [y], "o", markersize=6, color="black", clip_on=False, label="this run")
        ring.set_markerfacecolor("none")
    axes.set_ylim(up.low, up.high)
    if across.low == 0.0:
        axes.set_xlim(left=0.0)
    axes.set_xlabel(figure.x_label, fontsize=_SIZE)
    axes.set_ylabel(figure.y_label, fontsize=_SIZE)
    axes.tick_params(labelsize=_SIZE - 1, width=0.6, length=2.5)
    axes.spines[["top", "right"]].set_visible(False)
    axes.spines[["left", "bottom"]].set_linewidth(0.6)
    axes.grid(visible=True, which="major", linewidth=0.3, color="0.85")
    axes.set_axisbelow(True)
    axes.legend(frameon=False, fontsize=_SIZE - 1, handlelength=1.8)
