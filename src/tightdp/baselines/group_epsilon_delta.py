"""Group privacy of (epsilon, delta) guarantees, afterwards."""

from __future__ import annotations

import math
from collections.abc import Callable

from tightdp.numerics.checks import below_one, nonnegative, probability, whole

SIMPLE = "V17/L2.2"
SUMMED = "GP"
Profile = Callable[[float], float]
# Doublings of eps after which a profile that does not fall is given up, and readings of it that close in on the root.
_DOUBLINGS = 12
_READINGS = 12
_CLOSE = 1e-3
_FAR = 700.0


def group_epsilon_delta(epsilon: float, delta: float, group_size: int) -> tuple[float, float]:
    """``(K eps, delta (e^(K eps) - 1) / (e^eps - 1))``: an (eps, delta) guarantee for one record holds so for K.

    Parameters
    ----------
    epsilon
        eps >= 0 in nats.
    delta
        Probability in [0, 1].
    group_size
        K >= 1.

    Raises
    ------
    InvalidInput
        If a value is outside its range.
    """
    size, value = whole("group_size", group_size, 1), nonnegative("epsilon", epsilon)
    return size * value, group_delta(lambda _: probability("delta", delta), size, size * value)


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
    return _times(one, _log_sum(value, size))


def simple_group_delta(profile: Profile, group_size: int, epsilon: float) -> float:
    """``d_K(eps) <= K e^eps d(eps / K)``, at most 1 (Vadhan 2017, Lemma 2.2).

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
    return _times(probability("delta", profile(value / size)), math.log(size) + value)


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
    return _least(group_delta, epsilon_of, delta_of, group_size, delta)


def simple_group_epsilon(
    epsilon_of: Callable[[float], float], delta_of: Callable[[float], float], group_size: int, delta: float
) -> float:
    """An eps, close to the least, at which :func:`simple_group_delta` is at most delta; ``inf`` if none was found.

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
    return _least(simple_group_delta, epsilon_of, delta_of, group_size, delta)


def _least(
    group: Callable[[Profile, int, float], float],
    epsilon_of: Callable[[float], float],
    delta_of: Callable[[float], float],
    size: int,
    delta: float,
) -> float:
    """Double, then close in on the root of the logarithm by chords; the upper end holds whatever the bound's shape."""

    def gap(epsilon: float) -> float:
        value = group(delta_of, size, epsilon)
        return math.log(value / wanted) if value > 0.0 else -_FAR

    wanted = below_one("delta", delta)
    low = size * epsilon_of(wanted)
    if wanted == 0.0 or math.isinf(low) or (above := gap(low)) <= 0.0:
        return low
    high = 1.5 * low + 1e-3
    for _ in range(_DOUBLINGS):
        if (below := gap(high)) <= 0.0:
            return _closed_in(gap, (low, above), (high, below))
        low, above, high = high, below, 2.0 * high
    return math.inf


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


def _times(one: float, log_factor: float) -> float:
    """``one e^log_factor``, at most 1."""
    return 0.0 if one == 0.0 else min(1.0, math.exp(min(0.0, math.log(one) + log_factor)))
