"""Group privacy of (epsilon, delta) guarantees, afterwards."""

from __future__ import annotations

import math
from collections.abc import Callable

from tightdp.divergences.group_profile import Profile, group_delta, group_epsilon, least_group_epsilon, scaled
from tightdp.numerics.checks import nonnegative, probability, whole

__all__ = ["group_delta", "group_epsilon", "group_epsilon_delta", "simple_group_delta", "simple_group_epsilon"]

SIMPLE = "V17/L2.2"
SUMMED = "GP"


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
    return scaled(probability("delta", profile(value / size)), math.log(size) + value)


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
    return least_group_epsilon(simple_group_delta, epsilon_of, delta_of, group_size, delta)
