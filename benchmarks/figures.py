"""The two pictures, drawn with matplotlib: ``python -m benchmarks.figures results.json folder``."""

from __future__ import annotations

import sys
from pathlib import Path

import matplotlib as mpl

mpl.use("svg")

from matplotlib import pyplot as plt
from matplotlib.axes import Axes

from benchmarks.measurement import Measurement
from benchmarks.registry import TOOLS
from benchmarks.store import Results, load
from benchmarks.tasks import ERROR, STEPS, tasks

COLOURS = {
    "tight": "#c1272d",
    "google_pld": "#1f6fb4",
    "allocation_pld": "#2e8b57",
    "opake": "#e08a00",
    "microsoft_prv": "#7b52ab",
    "opacus_prv": "#8c6d46",
    "opacus_rdp": "#888888",
    "autodp_rdp": "#bbbbbb",
}
MARKERS = dict(zip(COLOURS, "osD^vP*X", strict=True))
SMALLEST = 1e-12


def drawn(axes: Axes, key: str, x: list[float], y: list[float], title: str) -> None:
    width = 2.4 if key == "tight" else 1.3
    axes.plot(x, y, color=COLOURS[key], marker=MARKERS[key], markersize=5, linewidth=width, label=title)


def error_picture(results: Results, axes: Axes) -> None:
    """Relative error of the upper end against seconds, one line a tool."""
    (task,) = [one for one in tasks(results.quick) if one.kind == ERROR]
    assert task.truth is not None
    truth = task.truth[0]
    for entry in TOOLS:
        found = [one for one in results.of(task.key) if one.tool == entry.key and one.answered]
        points = [(one.seconds, max(one.upper / truth - 1, SMALLEST)) for one in found if one.upper >= truth]
        if points:
            drawn(axes, entry.key, [x for x, _ in points], [y for _, y in points], entry.title)
        if entry.key == "tight" and found:
            axes.plot([one.seconds for one in found], gaps(found), color=COLOURS["tight"], linestyle=":", linewidth=1.5)
    axes.set_xlabel("seconds for one ε")
    axes.set_ylabel("relative error of the upper ε")
    axes.set_title(f"{task.words}, δ = {task.deltas[0]:g}", fontsize=10)


def gaps(found: list[Measurement]) -> list[float]:
    return [one.upper / one.lower - 1 if one.lower else 1.0 for one in found]


def steps_picture(results: Results, axes: Axes) -> None:
    """Seconds against steps, one line a tool; a hollow ring marks a value more than 1% above tightdp's lower end."""
    asked = [task for task in tasks(results.quick) if task.kind == STEPS]
    for entry in TOOLS:
        x: list[float] = []
        y: list[float] = []
        for task in asked:
            found = [one for one in results.of(task.key) if one.tool == entry.key and one.answered]
            x += [float(task.runs[0].steps) for _ in found]
            y += [one.seconds for one in found]
            lower = results.mine(task.key).lower
            for one in found:
                if lower and one.upper > 1.01 * lower:
                    axes.plot(task.runs[0].steps, one.seconds, "o", mfc="none", mec="black", markersize=10, mew=0.8)
        if x:
            drawn(axes, entry.key, x, y, entry.title)
    axes.set_xlabel("steps T")
    axes.set_ylabel("seconds for one ε")
    axes.set_title("σ = 1, q = 1/√T, δ = 1e-6 (ring: more than 1% above the lower end)", fontsize=10)


def save(results: Results, draw: object, path: Path) -> None:
    assert callable(draw)
    figure, axes = plt.subplots(figsize=(7.2, 4.8), layout="constrained")
    draw(results, axes)
    axes.set_xscale("log")
    axes.set_yscale("log")
    axes.grid(visible=True, which="major", color="#dddddd", linewidth=0.6)
    axes.spines[["top", "right"]].set_visible(False)
    axes.legend(fontsize=8, frameon=False, loc="center left", bbox_to_anchor=(1.0, 0.5))
    figure.savefig(path, metadata={"Date": None, "Creator": None, "Format": None, "Type": None})
    plt.close(figure)


def main() -> None:
    results = load(Path(sys.argv[1]))
    folder = Path(sys.argv[2])
    mpl.rcParams["svg.hashsalt"] = "tightdp"
    mpl.rcParams["svg.fonttype"] = "path"
    measured = {one.task for one in results.measurements}
    if ERROR in measured:
        save(results, error_picture, folder / "benchmarks-error.svg")
    if any(task.kind == STEPS and task.key in measured for task in tasks(results.quick)):
        save(results, steps_picture, folder / "benchmarks-steps.svg")


if __name__ == "__main__":
    main()
