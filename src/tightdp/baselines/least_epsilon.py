"""The least epsilon that a Rényi curve proves, over whole orders or over real ones."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from tightdp.accounting.best_order import best_order
from tightdp.divergences.renyi_conversion import best_epsilon, plain_epsilon
from tightdp.errors import CannotAnswer
from tightdp.numerics.bound import Bound
from tightdp.pairs.pair import Array

Curve = Callable[[Array], Array]
HIGHEST_ORDER = 4096
_POINTS = 40


def real_order_epsilon(curve: Curve, delta: float) -> Bound:
    """The least eps over real orders a > 1, by the best conversion; the lower end is 0.

    Parameters
    ----------
    curve
        R at each order, ``(k,) -> (k,)``.
    delta
        Probability in (0, 1).

    Raises
    ------
    CannotAnswer
        If delta is 0.
    """
    _positive(curve, delta)
    value, order = best_order(lambda orders: _converted(curve, orders, delta))
    return Bound(0.0, value, {"order": order})


def whole_order_epsilon(curve: Curve, delta: float, highest: int = HIGHEST_ORDER) -> Bound:
    """The least eps over whole orders from 2 to ``highest``, by the best conversion; the lower end is 0.

    Orders are tried on a coarse list and then next to the best one; each proves a bound.

    Parameters
    ----------
    curve
        R at each order, ``(k,) -> (k,)``.
    delta
        Probability in (0, 1).
    highest
        The largest order to try, >= 2.

    Raises
    ------
    CannotAnswer
        If delta is 0.
    """
    _positive(curve, delta)
    orders = _between(2, highest)
    values = _converted(curve, orders, delta)
    while True:
        at = int(np.argmin(values))
        best = Bound(0.0, float(values[at]), {"order": float(orders[at])})
        low, high = int(orders[max(at - 1, 0)]), int(orders[min(at + 1, len(orders) - 1)])
        if high - low <= 2:
            return best
        orders = np.union1d(_between(low, high), orders[at])
        values = _converted(curve, orders, delta)


def _between(low: int, high: int) -> Array:
    """Whole numbers from low to high, all of them if they are few."""
    return np.unique(np.round(np.geomspace(low, high, _POINTS)))


def _converted(curve: Curve, orders: Array, delta: float) -> Array:
    values = curve(orders)
    return np.minimum(best_epsilon(orders, values, delta), plain_epsilon(orders, values, delta))


def _positive(curve: Curve, delta: float) -> None:
    """Refuse delta 0, unless the curve has a better reason to refuse."""
    if delta == 0.0:
        curve(np.array([2.0]))
        reason = "a bound at finite orders proves no epsilon at delta 0"
        raise CannotAnswer("Rényi divergences at delta 0", reason, "a delta > 0")
