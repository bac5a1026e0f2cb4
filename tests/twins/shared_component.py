"""Theorem U by its statement: the best test of the shared component, over every kink of the trade-offs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mpmath import exp, mpf, workdps

from twins.tables import DIGITS, TableTwin


def shared_component_bound(
    p: Sequence[float], q: Sequence[float], by_distance: Sequence[TableTwin], epsilon: float
) -> Any:
    """``max_c sum_i p_i (1 - f_i(c)) - e^eps sum_j q_j f_j(1 - c)``; piecewise linear in c, so a kink is best."""
    with workdps(DIGITS):
        alpha = exp(mpf(epsilon))
        return max(
            sum(mpf(w) * (1 - by_distance[i].false_negative_rate(c)) for i, w in enumerate(p))
            - alpha * sum(mpf(w) * by_distance[j].false_negative_rate(1 - c) for j, w in enumerate(q))
            for c in _kinks(by_distance)
        )


def _kinks(by_distance: Sequence[TableTwin]) -> set[Any]:
    kinks = {mpf(0), mpf(1)}
    for twin in by_distance:
        used = mpf(0)
        for _, _, mass in sorted(twin.rows, key=lambda row: row[0], reverse=True):
            used += mass
            kinks |= {min(used, mpf(1)), max(1 - used, mpf(0))}
    return kinks
