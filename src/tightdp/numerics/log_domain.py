"""Sums and differences of positive numbers that are known by their logarithms."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]

_LOG_2 = 0.6931471805599453


def log_sum(terms: Array, axis: int = 0) -> Array:
    """``log(sum(exp(terms)))`` along ``axis``; an empty sum and a sum of zeros are ``-inf``."""
    if terms.shape[axis] == 0:
        return np.full(np.delete(terms.shape, axis), -np.inf)
    top = terms.max(axis=axis)
    safe = np.where(np.isfinite(top), top, 0.0)
    with np.errstate(divide="ignore"):
        return safe + np.log(np.exp(terms - np.expand_dims(safe, axis)).sum(axis=axis))


def log_difference(larger: Array, smaller: Array) -> Array:
    """``log(exp(larger) - exp(smaller))``; ``-inf`` where they are equal or rounding has swapped them.

    The relative error is that of the two arguments over their difference, so the caller picks the
    tail in which the numbers are small.
    """
    with np.errstate(invalid="ignore", divide="ignore"):
        gap = np.where(np.isneginf(smaller), -np.inf, np.minimum(smaller - larger, 0.0))
        rest = np.where(gap > -_LOG_2, np.log(-np.expm1(gap)), np.log1p(-np.exp(gap)))
        return np.where(np.isneginf(larger), -np.inf, larger + rest)


def log_complement(log_part: Array) -> Array:
    """``log(1 - exp(log_part))`` for ``log_part <= 0``."""
    return log_difference(np.zeros_like(log_part), log_part)


def amplify_loss(loss: Array, rate: float) -> Array:
    """``log(1 + rate (e^loss - 1))``, without overflow for large and without cancellation for small losses.

    Parameters
    ----------
    loss
        Losses l, any real numbers, ``(n,)``, in nats.
    rate
        Weight of the amplified component, in (0, 1].
    """
    if rate == 1.0:
        return loss + 0.0
    with np.errstate(over="ignore", divide="ignore"):
        small = np.log1p(rate * np.expm1(np.minimum(loss, 700.0)))
        large = loss + np.log(rate) + np.log1p((1.0 - rate) / rate * np.exp(-np.maximum(loss, 700.0)))
        if rate > 0.5:
            small = np.where(loss < -_LOG_2, np.log(1.0 - rate + rate * np.exp(np.minimum(loss, 0.0))), small)
    return np.where(loss > 700.0, large, small)


def deamplify_loss(loss: Array, rate: float) -> Array:
    """The inverse of :func:`amplify_loss`: ``log(1 + (e^loss - 1) / rate)``, ``-inf`` below the range."""
    if rate == 1.0:
        return loss + 0.0
    with np.errstate(over="ignore", divide="ignore", invalid="ignore"):
        inner = np.expm1(np.minimum(loss, 30.0)) / rate
        small = np.where(inner > -1.0, np.log1p(np.maximum(inner, -1.0)), -np.inf)
        if rate > 0.5:
            rest = np.maximum(np.exp(np.minimum(loss, 0.0)) - (1.0 - rate), 0.0)
            small = np.where(loss < -_LOG_2, np.log(rest / rate), small)
        big = np.maximum(loss, 30.0)
        large = big - np.log(rate) + np.log1p(-(1.0 - rate) * np.exp(-big))
    return np.where(loss > 30.0, large, small)
