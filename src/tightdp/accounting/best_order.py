"""The order at which a Rényi curve proves most, by continuous optimisation."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from tightdp.pairs.pair import Array

# Orders 1 + e^t: first those of t = -6, -5.5, ..., 6, then further ones as long as the best is at an end. Beyond t = 16
# nothing is gained that the limit inf does not give.
_FIRST = np.linspace(-6.0, 6.0, 25)
_NEXT = np.linspace(0.5, 5.0, 10)
_LIMIT = 16.0
_FINE = 9
_ROUNDS = 4


def best_order(target: Callable[[Array], Array]) -> tuple[float, float]:
    """The least value of a function of the order a in (1, inf), and the order where it is.

    The function is asked on a coarse grid of ``log(a - 1)`` and on finer ones about the best point. Every order gives a
    valid bound, so that a missed minimum would cost tightness only.

    Parameters
    ----------
    target
        The bound that each order proves, ``(k,) -> (k,)``; ``inf`` where it proves nothing.
    """
    points, values = _FIRST, target(1.0 + np.exp(_FIRST))
    while abs(points[np.argmin(values)]) < _LIMIT and np.argmin(values) in {0, len(points) - 1}:
        is_first = int(np.argmin(values)) == 0
        new = points[0] - _NEXT[::-1] if is_first else points[-1] + _NEXT
        found = target(1.0 + np.exp(new))
        points = np.concatenate([new, points] if is_first else [points, new])
        values = np.concatenate([found, values] if is_first else [values, found])
    at = int(np.argmin(values))
    best, t = float(values[at]), float(points[at])
    width = 0.5
    for _ in range(_ROUNDS):
        points = t + width * np.linspace(-1.0, 1.0, _FINE)
        values = target(1.0 + np.exp(points))
        at = int(np.argmin(values))
        if values[at] < best:
            best, t = float(values[at]), float(points[at])
        width /= 0.5 * (_FINE - 1)
    return best, 1.0 + math.exp(t)
