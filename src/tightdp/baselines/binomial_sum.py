"""Sums over the binomial law of an order, in the log domain."""

from __future__ import annotations

import math

import numpy as np
from scipy.special import gammaln

from tightdp.numerics.log_domain import log_sum
from tightdp.pairs.pair import Array


def log_binomials(order: int, least: int) -> Array:
    """``log C(a, k)`` for k = ``least``, ..., a, ``(a - least + 1,)``.

    Parameters
    ----------
    order
        a, a whole number.
    least
        The first k.
    """
    k = np.arange(least, order + 1, dtype=np.float64)
    return gammaln(order + 1.0) - gammaln(k + 1.0) - gammaln(order - k + 1.0)


def divergence_of_log_excess(log_excess: float, order: float) -> float:
    """``log(1 + e^x) / (a - 1)``, the divergence whose moment is ``1 + e^x``.

    Parameters
    ----------
    log_excess
        x, the logarithm of the moment minus 1; ``-inf`` where there is no loss.
    order
        a > 1.
    """
    return float(np.logaddexp(0.0, log_excess)) / (order - 1.0)


def log_expm1(values: Array) -> Array:
    """``log(e^x - 1)`` for x >= 0; ``-inf`` at 0.

    Parameters
    ----------
    values
        x, ``(n,)``.
    """
    with np.errstate(divide="ignore"):
        large = values + np.log(-np.expm1(-np.minimum(values, 700.0)))
        return np.where(values < 1.0, np.log(np.expm1(np.minimum(values, 1.0))), large)


def poisson_divergence(order: int, rate: float, log_gains: Array) -> float:
    """``log(1 + sum_(k=2..a) C(a, k) (1 - q)^(a - k) q^k g_k) / (a - 1)``.

    Parameters
    ----------
    order
        a >= 2, a whole number.
    rate
        q in [0, 1].
    log_gains
        ``log g_k`` for k = 2, 3, ..., at least up to a.
    """
    if rate == 0.0:
        return 0.0
    if rate == 1.0:
        return divergence_of_log_excess(float(log_gains[order - 2]), order)
    k = np.arange(2, order + 1, dtype=np.float64)
    terms = log_binomials(order, 2) + (order - k) * math.log1p(-rate) + k * math.log(rate) + log_gains[: order - 1]
    return divergence_of_log_excess(float(log_sum(terms)), order)
