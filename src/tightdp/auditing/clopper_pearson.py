"""Upper ends for an error rate, and for what two of them say about epsilon."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import betaincinv

Array = NDArray[np.float64]


def upper_rates(counts: ArrayLike, runs: int, risk: float) -> Array:
    """The u with ``Pr[Bin(n, u) <= k] = risk``, 1 where ``k = n``: Clopper and Pearson's upper end, ``(m,)``.

    Whatever the true rate, u lies below it with probability at most ``risk``.

    Parameters
    ----------
    counts
        k, how often the error was seen, ``(m,)``, in [0, n].
    runs
        n, how often it could have been seen.
    risk
        Probability that the end is too small, in (0, 1).
    """
    k = np.atleast_1d(np.asarray(counts, dtype=np.float64))
    ends = np.ones(len(k))
    open_ = k < runs
    ends[open_] = betaincinv(k[open_] + 1.0, runs - k[open_], 1.0 - risk)
    return ends


def epsilon_shown(false_negative_rate: ArrayLike, false_positive_rate: ArrayLike, delta: float) -> Array:
    """``max(0, log((1 - delta - FNR) / FPR))``: the epsilon that a test with these error rates contradicts, ``(m,)``.

    A test A has ``P(A) = 1 - FNR`` and ``Q(A) = FPR``, and ``P(A) <= e^eps Q(A) + delta`` (Kairouz et al. 2015).
    Upper ends of both rates give a lower end of epsilon.

    Parameters
    ----------
    false_negative_rate, false_positive_rate
        Rates in [0, 1], ``(m,)``.
    delta
        delta in [0, 1).
    """
    negatives, positives = np.asarray(false_negative_rate), np.asarray(false_positive_rate)
    power = np.maximum(1.0 - delta - negatives, 0.0)
    with np.errstate(divide="ignore", invalid="ignore"):
        shown = np.log(power) - np.log(positives)
    return np.maximum(np.nan_to_num(shown, nan=0.0, posinf=math.inf, neginf=0.0), 0.0)
