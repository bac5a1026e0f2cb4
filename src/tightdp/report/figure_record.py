"""A figure as plain dictionaries: every number and word that is drawn."""

from __future__ import annotations

from typing import Any

from tightdp.numerics.number_text import rounded_down, rounded_up
from tightdp.report.axis_scale import AxisScale, axis_scale
from tightdp.report.figure import Figure, FigurePoint

_DIGITS = 4


def figure_axes(figure: Figure) -> tuple[AxisScale, AxisScale]:
    """The horizontal and the vertical axis on which a figure is drawn.

    Parameters
    ----------
    figure
        The figure.

    Returns
    -------
    tuple
        Two axes.
    """
    ends = [end for point in figure.points if point.bound for end in (point.bound.lower, point.bound.upper)]
    marks = [] if figure.here is None else [figure.here]
    zero = [0.0] if figure.kind == "steps" else []
    across = axis_scale([*zero, *(point.x for point in figure.points), *(x for x, _ in marks)], "linear")
    up = axis_scale([*ends, *(y for _, y in marks)], figure.y_scale, from_zero=True)
    return across, up


def figure_record(figure: Figure) -> dict[str, Any]:
    """The figure, ready for JSON.

    Parameters
    ----------
    figure
        The figure.

    Returns
    -------
    dict
        Words, axes with their ticks, the exact points, and each point's words and table cells.
    """
    across, up = figure_axes(figure)
    return {
        "kind": figure.kind,
        "title": figure.title,
        "summary": figure.summary,
        "x": _axis(across, figure.x_label),
        "y": _axis(up, figure.y_label),
        "here": None if figure.here is None else {"x": figure.here[0], "y": figure.here[1]},
        "points": [_point(point) for point in figure.points],
    }


def _axis(axis: AxisScale, label: str) -> dict[str, Any]:
    ticks = [{"at": at, "text": text} for at, text in axis.ticks]
    return {"label": label, "scale": axis.scale, "low": axis.low, "high": axis.high, "ticks": ticks}


def _point(point: FigurePoint) -> dict[str, Any]:
    bound = point.bound
    ends = ["none", "none"] if bound is None else [rounded_down(bound.lower, _DIGITS), rounded_up(bound.upper, _DIGITS)]
    return {
        "x": point.x,
        "lower": None if bound is None else bound.lower + 0.0,
        "upper": None if bound is None else bound.upper + 0.0,
        "text": point.text,
        "cells": [f"{point.x:.6g}", *ends],
    }
