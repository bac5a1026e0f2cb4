"""What the scripts of this folder share: panels, colours, lines of numbers, and where a picture goes."""

from __future__ import annotations

import argparse
import math
import re
from collections.abc import Sequence
from io import StringIO
from pathlib import Path
from typing import Any, NamedTuple

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

COLOURS = {1: "#000000", 2: "#0072b2", 4: "#d55e00", 8: "#009e73", 16: "#cc79a7"}  # apart for colour-blind eyes too
STYLES: dict[str, dict[str, Any]] = {
    "tight": {"linestyle": "-", "linewidth": 1.4},
    "agnostic": {"linestyle": "--", "linewidth": 1.2},
    "post hoc": {"linestyle": "--", "linewidth": 1.2},
    "published": {"linestyle": ":", "linewidth": 1.2},
}
SETTINGS = {
    "svg.hashsalt": "tightdp",
    "svg.fonttype": "none",
    "font.sans-serif": ["DejaVu Sans"],
    "font.size": 8,
    "axes.titlesize": 8,
    "axes.grid": True,
    "grid.linewidth": 0.4,
    "grid.alpha": 0.5,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "savefig.facecolor": "white",
}


class Options(NamedTuple):
    """Where the picture goes and how many points a curve has."""

    picture: Path
    points: int


def options(script: str, points: int) -> Options:
    """The command line: ``[picture] [--points N]``; by default the picture stands beside the script."""
    mpl.rcParams.update(SETTINGS)
    parser = argparse.ArgumentParser()
    parser.add_argument("picture", nargs="?", type=Path, default=Path(script).with_suffix(".svg"))
    parser.add_argument("--points", type=int, default=points)
    return Options(**vars(parser.parse_args()))


def panels(
    rows: int, columns: int, title: str, *, height: float = 1.9, shared: bool = True
) -> tuple[Figure, list[list[Axes]]]:
    """An empty figure with a grid of panels, 7.4 inches wide; shared axes have the same limits everywhere."""
    figure = Figure(figsize=(7.4, height * rows + 0.9), layout="constrained")
    figure.suptitle(title, fontsize=9)
    axes = figure.subplots(rows, columns, squeeze=False, sharex=shared, sharey=shared)
    return figure, [list(row) for row in axes]


def draw(panel: Axes, x: Sequence[float], y: Sequence[float], size: int, kind: str, *, floor: float = 0.0) -> None:
    """One curve: the colour says the group size, the line what kind of bound it is. It ends below the floor."""
    below = [k for k, value in enumerate(y) if k and value < floor]
    end = below[0] + 1 if below else len(y)
    heights = [max(value, floor / 1e3) if math.isfinite(value) else math.nan for value in y[:end]]
    panel.plot(x[:end], heights, color=COLOURS[size], **STYLES[kind])


def label(axes: list[list[Axes]], x: str, y: str) -> None:
    """Axis labels on the outer panels only."""
    for panel in axes[-1]:
        panel.set_xlabel(x)
    for row in axes:
        row[0].set_ylabel(y)


def legend(figure: Figure, names: dict[int, str], kinds: dict[str, str]) -> None:
    """One legend below all panels: what the colours say, then what the lines say."""
    colours = [Line2D([], [], color=COLOURS[key], label=words) for key, words in names.items()]
    lines = [Line2D([], [], color="#555555", label=words, **STYLES[kind]) for kind, words in kinds.items()]
    figure.legend(
        handles=[*colours, *lines],
        loc="outside lower center",
        ncols=len(colours) if len(colours) + len(lines) > 7 else 8,
        frameon=False,
        columnspacing=1.2,
        handlelength=1.9,
        handletextpad=0.5,
    )


def groups(sizes: Sequence[int]) -> dict[int, str]:
    """Names of group sizes."""
    return {size: f"K = {size}" for size in sizes}


def save(figure: Figure, picture: Path) -> None:
    """Write the picture; the same numbers give the same bytes, coordinates have two digits, lines no indent."""
    if picture.suffix != ".svg":
        figure.savefig(picture, dpi=130)
        return
    text = StringIO()
    figure.savefig(text, format="svg", metadata=dict.fromkeys(("Creator", "Date", "Format", "Type")))
    number, tag = re.compile(r'(?<=[ "(\n])-?\d+\.\d{3,}'), re.compile(r"<[^>]*>")
    short = tag.sub(lambda one: number.sub(lambda value: f"{float(value.group()):.2f}", one.group()), text.getvalue())
    picture.write_text(re.sub(r"\s*\n\s*", "\n", re.sub(r"<!--.*?-->", "", short)), encoding="utf-8")


def say(words: str, value: float) -> None:
    """Print a number that the page states, one a line."""
    print(f"{words} = {value:.10g}")
