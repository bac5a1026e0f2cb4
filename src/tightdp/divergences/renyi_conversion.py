"""From one Rényi divergence to eps and delta."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from tightdp.pairs.pair import Array

Rows = Callable[[Array, Array, Array], Array]

# Allowance for the numerical maximum over tests.
_ALLOWANCE = 1e-10
_POINTS = 33
_ROUNDS = 7
_HALVINGS = 52
# What rounding may do to the logarithm of a moment and to an exponent, relative to it.
_ROUNDING = 2e-15
# The best p lies at most a factor a / (a - 1) above delta; p - delta may be smaller by a - 1.
_BELOW = 40.0


def plain_epsilon(orders: Array, divergences: Array, delta: float) -> Array:
    """``R + log(1 - 1/a) - (log delta + log a) / (a - 1)`` (Canonne, Kamath, Steinke 2020, Prop. 12), at least 0.

    Parameters
    ----------
    orders
        Orders a > 1, ``(k,)``.
    divergences
        R at each order, ``(k,)``.
    delta
        Probability in (0, 1).
    """
    log_delta = math.log(delta)
    value = divergences + np.log1p(-1.0 / orders) - (log_delta + np.log(orders)) / (orders - 1.0)
    return np.maximum(value, 0.0)


def plain_log_delta(orders: Array, divergences: Array, epsilon: float) -> Array:
    """``(a - 1) (R - eps) + a log(1 - 1/a) - log(a - 1)``: the logarithm of the same proposition's delta, at most 0.

    Parameters
    ----------
    orders
        Orders a > 1, ``(k,)``.
    divergences
        R at each order, ``(k,)``.
    epsilon
        eps >= 0 in nats.
    """
    h = orders - 1.0
    value = h * (divergences - epsilon) + orders * np.log1p(-1.0 / orders) - np.log(h)
    return np.minimum(value, 0.0)


def best_epsilon(orders: Array, divergences: Array, delta: float) -> Array:
    """The least eps that each order proves: ``max_p log((p - delta) / q(p))`` (Asoodeh et al. 2020, Theorem 3).

    A test that accepts with probabilities p under P and q under Q turns the pair into one of two outcomes, whose
    divergence is at most R. With ``q(p)`` the least q that this leaves, ``p <= e^eps q + delta`` holds for every test
    of every pair of divergence R as soon as it holds for ``q(p)``. The quotient has one maximum in p.

    Parameters
    ----------
    orders
        Orders a > 1, ``(k,)``.
    divergences
        R at each order, ``(k,)``.
    delta
        Probability in (0, 1).
    """
    log_delta = math.log(delta)

    def ratio(log_gain: Array, order: Array, divergence: Array) -> Array:
        """``log(p - delta) - log q(p)`` at ``p - delta = e^log_gain``."""
        log_p = np.minimum(np.logaddexp(log_delta, log_gain), 0.0)
        return log_gain - least_log_q(order, divergence, log_p)

    low = np.full(len(orders), log_delta - _BELOW)
    found = _maxima(ratio, low, np.full(len(orders), math.log1p(-delta)), orders, divergences)
    return np.maximum(found, 0.0) * (1.0 + _ALLOWANCE) + _ALLOWANCE * delta


def best_log_delta(orders: Array, divergences: Array, epsilon: float) -> Array:
    """Logarithm of the least delta that each order proves, ``max_p p - e^eps q(p)`` (Asoodeh et al. 2020, Theorem 3).

    Parameters
    ----------
    orders
        Orders a > 1, ``(k,)``.
    divergences
        R at each order, ``(k,)``.
    epsilon
        eps >= 0 in nats.
    """
    top = plain_log_delta(orders, divergences, epsilon)

    def log_gap(log_p: Array, order: Array, divergence: Array) -> Array:
        """``log(p - e^eps q(p))``, ``-inf`` where it is not positive."""
        gap = np.minimum(epsilon + least_log_q(order, divergence, log_p) - log_p, 0.0)
        with np.errstate(divide="ignore"):
            return log_p + np.log(-np.expm1(gap))

    low = np.where(np.isfinite(top), top, 0.0) - _BELOW
    found = _maxima(log_gap, low, np.zeros(len(orders)), orders, divergences)
    return np.minimum(np.minimum(found, top) + _ALLOWANCE, 0.0)


def least_log_q(orders: Array, divergences: Array, log_p: Array) -> Array:
    """Logarithm of the least q with ``p^a q^(1-a) + (1-p)^a (1-q)^(1-a) <= e^((a-1) R)``; never above it.

    Parameters
    ----------
    orders
        Orders a > 1, to be broadcast.
    divergences
        R at each order, finite, to be broadcast.
    log_p
        Logarithms of p in (0, 1], to be broadcast.
    """
    h = orders - 1.0
    log_moment = h * divergences + _ROUNDING
    with np.errstate(divide="ignore"):
        log_rest = orders * np.log(-np.expm1(log_p))
    low, high = orders / h * log_p - divergences, log_p + 0.0
    with np.errstate(divide="ignore"):
        for _ in range(_HALVINGS):
            middle = 0.5 * (low + high)
            kept = log_rest - h * np.log1p(-np.exp(np.minimum(middle, -1e-16)))
            room = log_moment + np.log(-np.expm1(np.minimum(kept - log_moment, 0.0)))
            slack = _ROUNDING * np.abs(orders * log_p)
            feasible = room + slack >= orders * log_p - h * middle
            high = np.where(feasible, middle, high)
            low = np.where(feasible, low, middle)
    return low


def _maxima(function: Rows, low: Array, high: Array, orders: Array, divergences: Array) -> Array:
    """The maximum of each row of a function with one peak, by ever finer grids, ``(k,)``; inf where R is."""
    share = np.linspace(0.0, 1.0, _POINTS)
    finite = np.isfinite(divergences)
    order, divergence = orders[:, None], np.where(finite, divergences, 0.0)[:, None]
    best = np.full(len(orders), -np.inf)
    rows = np.arange(len(orders))
    for _ in range(_ROUNDS):
        points = low[:, None] + (high - low)[:, None] * share
        values = function(points, order, divergence)
        at = values.argmax(axis=1)
        best = np.maximum(best, values[rows, at])
        low, high = points[rows, np.maximum(at - 1, 0)], points[rows, np.minimum(at + 1, _POINTS - 1)]
    return np.where(finite, best, np.inf)
