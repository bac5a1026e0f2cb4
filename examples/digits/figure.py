"""Accuracy over the three schemes, at record level and at user level; readable in grey."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import matplotlib.pyplot as plt
from matplotlib.axes import Axes

from examples.digits.plans import RECORDS_PER_USER, TARGET
from examples.digits.table import NOT_PRIVATE, Row

TITLE = f"ε ≤ {TARGET.epsilon:g} at δ = {TARGET.delta:g} in every run. Small dots: runs; bars: ± one standard deviation"
NAMES = {"poisson": "Poisson", "without-replacement": "without replacement", "with-replacement": "with replacement"}
LOOKS = {"record": ("o", "black"), "user": ("s", "white")}
WORDS = {"record": "for a record", "user": f"for a user with {RECORDS_PER_USER} records"}
SHIFT = {"record": -0.12, "user": 0.12}
SAVING: dict[Any, Any] = {"svg.hashsalt": "digits", "font.size": 9.0, "axes.linewidth": 0.6}


def draw(rows: Sequence[Row], path: Path) -> None:
    """The picture of a table.

    Parameters
    ----------
    rows
        Its rows.
    path
        An SVG file; the same rows give the same bytes.
    """
    private = [row for row in rows if row.scheme != NOT_PRIVATE]
    schemes = list(dict.fromkeys(row.scheme for row in private))
    with plt.rc_context(SAVING):
        figure, axes = plt.subplots(figsize=(6.4, 3.6), layout="constrained")
        for row in private:
            _place(axes, row, schemes.index(row.scheme) + SHIFT[row.level])
        for row in rows:
            if row.scheme == NOT_PRIVATE:
                axes.axhline(row.mean, color="0.3", linestyle=(0, (5, 3)), linewidth=1.0)
                words = f"without privacy: {row.mean:.1f} %"
                axes.annotate(words, (-0.5, row.mean), (0, 3), textcoords="offset points")
        axes.set_xlim(-0.55, len(schemes) - 0.45)
        axes.set_ylim(min(60.0, *(min(row.percents) - 2.0 for row in rows)), 102.5)
        axes.set_xticks(range(len(schemes)), [NAMES[scheme] for scheme in schemes])
        _finish(axes)
        figure.savefig(path, metadata=dict.fromkeys(("Creator", "Date", "Format", "Type")))
        plt.close(figure)


def _place(axes: Axes, row: Row, x: float) -> None:
    """The mean with its bar, the runs beside it, and the noise."""
    marker, face = LOOKS[row.level]
    beside = x + (0.07 if SHIFT[row.level] > 0 else -0.07)
    axes.plot([beside] * len(row.percents), row.percents, ".", color="0.6", markersize=4)
    label = WORDS[row.level] if x < 0.5 else None
    style = {"color": "black", "linewidth": 1.0, "capsize": 4.0, "markersize": 7.0, "markerfacecolor": face}
    axes.errorbar(x, row.mean, row.deviation, marker=marker, label=label, **style)
    left = SHIFT[row.level] < 0
    words = f"{row.mean:.1f} %\nσ = {float(row.noise_multiplier):.2f}"
    shift, side = ((-16, 0), "right") if left else ((16, 0), "left")
    axes.annotate(words, (x, row.mean), shift, textcoords="offset points", ha=side, va="center", fontsize=8)


def _finish(axes: Axes) -> None:
    axes.set_ylabel("test accuracy (%)")
    axes.set_title(TITLE, fontsize=9, loc="left")
    axes.spines[["top", "right"]].set_visible(False)
    axes.grid(visible=True, axis="y", linewidth=0.4, color="0.85")
    axes.set_axisbelow(True)
    axes.legend(frameon=False, loc="lower left", fontsize=8)
