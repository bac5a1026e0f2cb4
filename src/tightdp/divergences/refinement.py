"""Quadrature rules made finer until two of them agree."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from tightdp.divergences.power_sums import PowerSums
from tightdp.pairs.pair import Array

# Relative agreement of two rules at which refinement stops.
CLOSE = 1e-11


def refined(at_step: Callable[[Array, float], PowerSums], orders: Array, step: float, levels: int) -> PowerSums:
    """The sums at each order, by the first of the steps ``step, step / 2, ...`` whose rule agrees with the coarser one.

    The difference of the last two rules is the error that is reported; both errors fall geometrically, so it is far
    above the error of the finer rule.

    Parameters
    ----------
    at_step
        The sums at some orders by the rule with a step.
    orders
        Orders, ``(k,)``.
    step
        The first step.
    levels
        How many steps are tried at most.
    """
    rows = [np.full(len(orders), np.nan) for _ in range(4)]
    todo = np.arange(len(orders))
    for level in range(levels):
        found = at_step(orders[todo], step * 0.5**level)
        for row, new in zip(rows, (found.excess, found.log_moment, found.excess_error, found.log_error), strict=True):
            row[todo] = new
        error = np.where(np.isnan(found.excess), found.log_error, found.excess_error)
        todo = todo[error > CLOSE * np.maximum(1.0, np.abs(found.log_moment))]
        if len(todo) == 0:
            break
    return PowerSums(*rows)
