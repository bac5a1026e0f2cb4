"""Trade-off curve of a composition, from both sides of its profile."""

from __future__ import annotations

import math
from collections.abc import Callable

from tightdp.numerics.bound import Bound
from tightdp.pld.curve import Curve

_GOLDEN = 0.5 * (math.sqrt(5.0) - 1.0)


def false_negative_bounds(upper: Curve, lower: Curve, false_positive_rate: float) -> Bound:
    """``f(a) = sup over real eps of 1 - d(eps) - e^eps a`` with both ends of d (theory 3.12).

    Any eps gives a valid lower end. The function is concave in ``e^eps``, and its slope in eps is at most 1 either way
    since ``e^eps Q[S > eps] <= P[S > eps]`` and ``e^eps a <= 1``, so that the value found for the lower curve is its
    supremum up to the width of the last interval, which is added. Left of the interval it is at most ``e^eps (1 - a)``,
    since ``d(eps) >= 1 - e^eps``.

    Parameters
    ----------
    upper, lower
        Certified sides of the profile.
    false_positive_rate
        a in (0, 1].
    """
    worst, _ = _maximum(upper, false_positive_rate)
    best, slack = _maximum(lower, false_positive_rate)
    best = max(best, math.exp(_interval(lower, false_positive_rate)[0]) * (1.0 - false_positive_rate))
    low = min(max(0.0, worst), 1.0)
    return Bound(low, min(1.0, max(low, best + slack)))


def _maximum(curve: Curve, rate: float) -> tuple[float, float]:
    low, high = _interval(curve, rate)

    def value(epsilon: float) -> float:
        return 1.0 - curve.read(epsilon).delta - math.exp(epsilon) * rate

    left, right = _golden(value, low, high)
    return max(value(left), value(0.5 * (left + right)), value(right)), right - left + 1e-9


def _interval(curve: Curve, rate: float) -> tuple[float, float]:
    """Between which eps the supremum is looked for."""
    inside = curve.total.readout
    high = min(inside.top + inside.spacing, -math.log(rate))
    return min(max(inside.start, -745.0), high - 1.0), high


def _golden(value: Callable[[float], float], low: float, high: float) -> tuple[float, float]:
    left, right = high - _GOLDEN * (high - low), low + _GOLDEN * (high - low)
    at_left, at_right = value(left), value(right)
    for _ in range(60):
        if at_left < at_right:
            low, left, at_left = left, right, at_right
            right = low + _GOLDEN * (high - low)
            at_right = value(right)
        else:
            high, right, at_right = right, left, at_left
            left = high - _GOLDEN * (high - low)
            at_left = value(left)
        if high - low < 1e-9:
            break
    return low, high
