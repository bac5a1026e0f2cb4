"""Roots and maxima of functions that are cheap to evaluate at many points at once."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
_POINTS = 129


def first_below(function: Callable[[Array], Array], target: float, low: float, high: float) -> tuple[float, float]:
    """Neighbouring points ``a < b`` with ``f(a) > target >= f(b)`` for a nonincreasing f.

    Parameters
    ----------
    function
        f, vectorised.
    target
        The level.
    low, high
        Ends with ``f(low) > target >= f(high)``.
    """
    for _ in range(12):
        points = np.linspace(low, high, _POINTS)
        above = function(points[1:-1]) > target
        at = int(np.count_nonzero(np.minimum.accumulate(above)))
        low, high = float(points[at]), float(points[at + 1])
        if high - low <= 4e-16 * max(abs(high), 1e-300):
            break
    return low, high


def largest(function: Callable[[Array], Array], low: float, high: float) -> float:
    """The maximum of a unimodal f on an interval.

    Parameters
    ----------
    function
        f, vectorised.
    low, high
        Ends of the interval.
    """
    best = -np.inf
    for _ in range(12):
        points = np.linspace(low, high, _POINTS)
        values = function(points)
        at = int(np.argmax(values))
        best = max(best, float(values[at]))
        low, high = float(points[max(at - 1, 0)]), float(points[min(at + 1, _POINTS - 1)])
        if high - low <= 1e-13 * max(abs(high), abs(low)):
            break
    return best
