"""A logarithm of a ratio whose sign never contradicts the comparison."""

from __future__ import annotations

import math

from tightdp.numerics.bound import LEAST_POSITIVE


def log_ratio(value: float, allowed: float) -> float:
    """``log(value / allowed)``, positive exactly when ``value > allowed``; 0 and infinity are values too.

    Parameters
    ----------
    value
        A number >= 0.
    allowed
        A number >= 0.
    """
    if value <= allowed:
        return min(math.log(value) - math.log(allowed), 0.0) if value > 0.0 and math.isfinite(allowed) else -math.inf
    if allowed <= 0.0 or math.isinf(value):
        return math.inf
    return max(math.log(value) - math.log(allowed), LEAST_POSITIVE)
