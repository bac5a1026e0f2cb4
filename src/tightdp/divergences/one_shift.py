"""Rényi sums of a noise law against one shift of it, in closed form."""

from __future__ import annotations

import math

import numpy as np

from tightdp.divergences.power_sums import NEAR, PowerSums
from tightdp.pairs.pair import Array

# Relative error of the closed forms.
_ROUNDING = 2e-14


def gaussian_shift_sums(theta: float, orders: Array) -> PowerSums:
    """``log Psi = a (a - 1) theta^2 / 2``.

    Parameters
    ----------
    theta
        Distance over standard deviation.
    orders
        Orders a, ``(k,)``.
    """
    product = orders * (orders - 1.0)
    log_moment = 0.5 * product * theta * theta
    near = np.abs(log_moment) < NEAR
    safe = np.where(log_moment == 0.0, 1.0, product)
    grown = np.expm1(np.where(near, log_moment, 0.0)) / safe
    excess = np.where(log_moment == 0.0, 0.5 * theta * theta, grown)
    return _exact(np.where(near, excess, np.nan), log_moment)


def laplace_shift_sums(theta: float, orders: Array) -> PowerSums:
    """``Psi = a / (2 a - 1) e^(h theta) + h / (2 a - 1) e^(-a theta)`` with ``h = a - 1`` (Mironov 2017, Prop. 6).

    For small divergences ``D = theta (F(h theta) - F(-a theta)) / (2 a - 1)`` with ``F(x) = (e^x - 1 - x) / x``, which
    is a sum of positive terms.

    Parameters
    ----------
    theta
        Distance over scale, > 0.
    orders
        Orders a >= 1, ``(k,)``.
    """
    h, weight = orders - 1.0, 2.0 * orders - 1.0
    with np.errstate(divide="ignore"):
        log_moment = np.logaddexp(np.log(orders / weight) + h * theta, np.log(h / weight) - orders * theta)
    near = np.abs(log_moment) < NEAR
    excess = theta * (_rise(np.where(near, h * theta, 0.0)) - _rise(-orders * theta)) / weight
    return _exact(np.where(near, excess, np.nan), log_moment)


def _exact(excess: Array, log_moment: Array) -> PowerSums:
    error = np.full(len(log_moment), _ROUNDING)
    return PowerSums(excess, log_moment, error, error * np.abs(log_moment))


def _rise(x: Array) -> Array:
    """``(e^x - 1 - x) / x``, by its series near 0."""
    small = np.abs(x) < 0.5
    safe = np.where(small, 1.0, x)
    terms = [1.0 / math.factorial(k) for k in range(14, 1, -1)]
    return np.where(
        small, np.where(small, x, 0.0) * np.polyval(terms, np.where(small, x, 0.0)), (np.expm1(safe) - safe) / safe
    )
