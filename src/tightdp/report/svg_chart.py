"""A figure as inline SVG, drawn from its record."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

from tightdp.report.axis_scale import AxisScale

WIDTH, HEIGHT = 480, 300
FEW = 12  # points that are drawn one by one
LEFT, RIGHT, TOP, BOTTOM = 62, 22, 14, 50


def svg_chart(figure: Mapping[str, Any]) -> str:
    """The drawing; each point is a circle that carries its words.

    Parameters
    ----------
    figure
        From ``figure_record``.

    Returns
    -------
    str
        An ``svg`` element.
    """
    kind, across, up = figure["kind"], _axis(figure["x"]), _axis(figure["y"])
    points = [point for point in figure["points"] if point["upper"] is not None]
    seen = [point for point in points if math.isfinite(_number(point["upper"]))]
    lower = [_place(across, up, point["x"], point["lower"]) for point in seen]
    upper = [_place(across, up, point["x"], point["upper"]) for point in seen]
    sure, other = (lower, upper) if kind == "trade-off" else (upper, lower)
    few = len(seen) <= FEW
    parts = [
        f'<svg id="chart-{kind}" class="chart{" few" if few else ""}" viewBox="0 0 {WIDTH} {HEIGHT}" role="img"',
        f'aria-labelledby="title-{kind}" aria-describedby="summary-{kind}">',
        *_grid(figure, across, up),
        f'<polygon class="band" points="{_path([*upper, *reversed(lower)])}"/>',
        f'<polyline class="other" points="{_path(other)}"/>',
        f'<polyline class="sure" points="{_path(sure)}"/>',
        *([] if figure["here"] is None else [_here(across, up, figure["here"])]),
        f'<line class="guide" x1="0" x2="0" y1="{TOP}" y2="{HEIGHT - BOTTOM}" hidden=""/>',
        *(
            f'<circle class="dot" cx="{x:.1f}" cy="{y:.1f}" r="3.5" data-words="{escape(point["text"])}"/>'
            for (x, y), point in zip(sure, seen, strict=True)
        ),
        "</svg>",
    ]
    return "\n".join(parts)


def _axis(record: Mapping[str, Any]) -> AxisScale:
    return AxisScale(
        record["scale"], record["low"], record["high"], tuple((t["at"], t["text"]) for t in record["ticks"])
    )


def _number(value: float | str) -> float:
    return float(value)


def _place(across: AxisScale, up: AxisScale, x: float, y: float) -> tuple[float, float]:
    return (
        LEFT + across.share(x) * (WIDTH - LEFT - RIGHT),
        HEIGHT - BOTTOM - up.share(y) * (HEIGHT - TOP - BOTTOM),
    )


def _path(places: Sequence[tuple[float, float]]) -> str:
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in places)


def _grid(figure: Mapping[str, Any], across: AxisScale, up: AxisScale) -> list[str]:
    """Lines, tick labels and axis labels."""
    parts: list[str] = []
    for at, text in up.ticks:
        _, y = _place(across, up, across.low, at)
        parts += [
            f'<line class="grid" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y:.1f}" y2="{y:.1f}"/>',
            f'<text class="tick" x="{LEFT - 7}" y="{y + 4:.1f}" text-anchor="end">{escape(text)}</text>',
        ]
    for at, text in across.ticks:
        x, _ = _place(across, up, at, up.low)
        parts += [
            f'<line class="grid" x1="{x:.1f}" x2="{x:.1f}" y1="{TOP}" y2="{HEIGHT - BOTTOM}"/>',
            f'<text class="tick" x="{x:.1f}" y="{HEIGHT - BOTTOM + 17}" text-anchor="middle">{escape(text)}</text>',
        ]
    middle = (TOP + HEIGHT - BOTTOM) / 2
    turned = f'transform="rotate(-90 14 {middle})"'
    return [
        *parts,
        _label((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 10, figure["x"]["label"]),
        _label(14, middle, figure["y"]["label"], turned),
    ]


def _label(x: float, y: float, text: str, more: str = "") -> str:
    return f'<text class="label" x="{x}" y="{y}" text-anchor="middle" {more}>{escape(text)}</text>'


def _here(across: AxisScale, up: AxisScale, here: Mapping[str, float]) -> str:
    x, y = _place(across, up, here["x"], here["y"])
    return f'<circle class="here" cx="{x:.1f}" cy="{y:.1f}" r="7"><title>this run</title></circle>'
