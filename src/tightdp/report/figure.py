"""What a figure about a run shows, before it is drawn by anything."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from tightdp.numerics.bound import Bound

Kind = Literal["profile", "trade-off", "steps", "group-size", "noise"]
Scale = Literal["linear", "log"]


@dataclass(frozen=True, slots=True)
class FigurePoint:
    """One point of a curve that is known by a lower and an upper end.

    Parameters
    ----------
    x
        Where it is on the horizontal axis.
    bound
        Its ends on the vertical axis; ``None`` where there is no answer.
    text
        The point in words, with its numbers rounded outwards; the reason where there is no answer.
    """

    x: float
    bound: Bound | None
    text: str


@dataclass(frozen=True, slots=True)
class Figure:
    """A curve with its words.

    Parameters
    ----------
    kind
        Which figure it is.
    title
        A few words.
    summary
        A sentence or two about how to read it.
    x_label, y_label
        What the axes show, with unit.
    points
        From left to right.
    y_scale
        Whether the vertical axis is logarithmic.
    here
        The point of the run itself, ``(x, y)``; ``None`` if it has none.
    """

    kind: Kind
    title: str
    summary: str
    x_label: str
    y_label: str
    points: tuple[FigurePoint, ...]
    y_scale: Scale = "linear"
    here: tuple[float, float] | None = None
