"""A picture of several bounds on one epsilon."""
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false
# (matplotlib's own types leave keyword arguments open)

from __future__ import annotations

import math
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from tightdp.numerics.number_text import rounded_up
from tightdp.report.profile_plot import INK, save_picture, wrapped_title

if TYPE_CHECKING:
    from matplotlib.axes import Axes

OTHERS = "#b7c4d1"


@dataclass(frozen=True, slots=True)
class ComparisonBars:
    """Upper ends of epsilon by several bounds.

    Parameters
    ----------
    bars
        Name and epsilon in nats of each, from the first row to the last; ``inf`` has a row without a bar.
    highlighted
        The name to point out.
    title
        What the picture shows, in a line or two.
    """

    bars: tuple[tuple[str, float], ...]
    highlighted: str
    title: str = ""


def plot_comparison(comparison: ComparisonBars, path: str | Path) -> None:
    """Draw a bar for each bound into a file, on a logarithmic axis where they differ much.

    Parameters
    ----------
    comparison
        What to draw.
    path
        The file; its ending says whether it becomes SVG, PNG or PDF.

    Raises
    ------
    InvalidInput
        If no picture can be drawn into the file.
    """
    height = 1.4 + 0.27 * len(comparison.bars)
    save_picture(path, (6.4, height), lambda axes: _draw(axes, comparison))


def _draw(axes: Axes, comparison: ComparisonBars) -> None:
    names = [name for name, _ in comparison.bars]
    values = [value for _, value in comparison.bars]
    shown = [value for value in values if 0.0 < value < math.inf]
    widths = [value if math.isfinite(value) else 0.0 for value in values]
    colours = [INK if name == comparison.highlighted else OTHERS for name in names]
    axes.barh(range(len(names)), widths, color=colours, height=0.7)
    top = max(shown, default=1.0)
    if shown and top > 20.0 * min(shown):
        axes.set_xscale("log")
        axes.set_xlim(0.5 * min(shown), 6.0 * top)
    else:
        axes.set_xlim(0.0, 1.2 * top)
    for place, (value, width) in enumerate(zip(values, widths, strict=True)):
        at = max(width, axes.get_xlim()[0])
        text = rounded_up(value, 4)
        axes.annotate(text, (at, place), xytext=(3, 0), textcoords="offset points", va="center", fontsize="small")
    axes.set_yticks(range(len(names)), names, fontsize="small")
    axes.invert_yaxis()
    axes.set_xlabel("ε (nats)")
    axes.set_title(wrapped_title(comparison.title), fontsize="small", loc="left")
    axes.grid(visible=True, which="major", axis="x", linewidth=0.4, alpha=0.5)
    axes.set_axisbelow(True)
