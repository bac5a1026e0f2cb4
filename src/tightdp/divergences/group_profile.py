"""The profile of a group from that of one record."""

from __future__ import annotations

import math
from collections.abc import Callable

from tightdp.numerics.bound import LEAST_POSITIVE
from tightdp.numerics.checks import below_one, nonnegative, probability, whole

Profile = Callable[[float], float]
# Doublings of eps after which a profile that does not fall is given up, and readings of it that close in on the root.
_DOUBLINGS = 12
_READINGS = 12
_CLOSE = 1e-3
_FAR = 700.0


def group_delta(profile: Profile, group_size: int, epsilon: float) -> float:
    """``d_K(eps) <= d(eps / K) (1 + e^(eps / K) + ... + e^((K - 1) eps / K))``, at most 1 (B18 section 3).

    Parameters
    ----------
    profile
        d for one record: eps -> delta.
    group_size
        K >= 1.
    epsilon
        eps >= 0 in nats.

    Raises
    ------
    InvalidInput
        If a value is outside its range.
    """
    size, value = whole("group_size", group_size, 1), nonnegative("epsilon", epsilon)
    one = probability("delta", profile(value / size))
    return scaled(one, _log_sum(value, size))


def group_epsilon(
    epsilon_of: Callable[[float], float], delta_of: Callable[[float], float], group_size: int, delta: float
) -> float:
    """An eps, close to the least, at which :func:`group_delta` is at most delta; ``inf`` if none was found.

    Parameters
    ----------
    epsilon_of
        For one record, delta -> eps.
    delta_of
        For one record, eps -> delta.
    group_size
        K >= 1.
    delta
        Probability in [0, 1).

    Raises
    ------
    InvalidInput
        If delta is not in [0, 1).
    """
    return least_group_epsilon(group_delta, epsilon_of, delta_of, group_size, delta)


def least_group_epsilon(
    group: Callable[[Profile, int, float], float],
    epsilon_of: Callable[[float], float],
    delta_of: Callable[[float], float],
    size: int,
    delta: float,
) -> float:
    """An eps at which a group's delta is at most ``delta``: double, then close in on the root by chords.

    The eps returned was checked, whatever the bound's shape. A delta of one record that reads 0 counts as the smallest
    float, since large factors meet it; K times the largest loss is the answer where nothing else is found.

    Parameters
    ----------
    group
        The group's delta from one record's profile, K and eps.
    epsilon_of, delta_of
        For one record, delta -> eps and eps -> delta.
    size
        K >= 1.
    delta
        Probability in [0, 1).
    """

    def gap(epsilon: float) -> float:
        value = group(lambda part: max(delta_of(part), LEAST_POSITIVE), size, epsilon)
        return max(math.log(value) - math.log(wanted), -_FAR) if value > 0.0 else -_FAR

    wanted = below_one("delta", delta)
    low = size * epsilon_of(wanted)
    if wanted == 0.0 or math.isinf(low) or (above := gap(low)) <= 0.0:
        return low
    high = 1.5 * low + 1e-3
    for _ in range(_DOUBLINGS):
        if (size - 1) * high > size * _FAR:
            break
        if (below := gap(high)) <= 0.0:
            return _closed_in(gap, (low, above), (high, below))
        low, above, high = high, below, 2.0 * high
    return size * epsilon_of(0.0)


def _closed_in(gap: Callable[[float], float], left: tuple[float, float], right: tuple[float, float]) -> float:
    """The upper end after a few chords, each kept off the ends of the interval that it cuts."""
    for _ in range(_READINGS):
        width = right[0] - left[0]
        if width <= _CLOSE * right[0]:
            break
        share = min(max(left[1] / (left[1] - right[1]), 0.02), 0.9) + 0.02
        middle = left[0] + share * width
        value = gap(middle)
        left, right = (left, (middle, value)) if value <= 0.0 else ((middle, value), right)
    return right[0]


def _log_sum(epsilon: float, size: int) -> float:
    """``log (1 + e^(eps / K) + ... + e^((K - 1) eps / K))``, a sum of K terms."""
    part = epsilon / size
    if part < 1e-12:
        return math.log(size) + epsilon
    return (size - 1) * part + math.log(-math.expm1(-epsilon)) - math.log(-math.expm1(-part))


def scaled(one: float, log_factor: float) -> float:
    """``one e^log_factor``, at most 1.

    Parameters
    ----------
    one
        Probability.
    log_factor
        Logarithm of the factor.
    """
    return 0.0 if one == 0.0 else min(1.0, math.exp(min(0.0, math.log(one) + log_factor)))
