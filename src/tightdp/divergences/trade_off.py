"""The trade-off curve of one pair."""

from __future__ import annotations

import math

import numpy as np

from tightdp.numerics.bound import Bound
from tightdp.numerics.multisection import largest
from tightdp.pairs.pair import AbstractPair, Array

# Absolute error of the value: that of a profile of at most 1.
_ERROR = 3e-9


def false_negative_rate_of(pair: AbstractPair, false_positive_rate: float) -> Bound:
    """``f(a) = sup over real eps of 1 - d(eps) - e^eps a`` (theory 3.12): errors of tests of Q against P.

    The false positive rate is the probability under Q of claiming P, the false negative rate that under P of
    claiming Q; f is the smallest false negative rate of any test.

    Parameters
    ----------
    pair
        The pair (P, Q).
    false_positive_rate
        a in [0, 1].
    """
    support = pair.support
    if false_positive_rate == 0.0:
        return Bound(1.0 - support.p_infinite, 1.0 - support.p_infinite)
    log_rate = math.log(false_positive_rate)
    low, high = max(support.lowest, -745.0), min(support.highest, -log_rate)

    def rate(epsilons: Array) -> Array:
        return 1.0 - pair.hockey_stick(epsilons) - np.exp(epsilons + log_rate)

    best = max(0.0, largest(rate, min(low, high) - 1e-12, max(low, high) + 1e-12))
    return Bound(max(0.0, best - _ERROR), min(1.0, best + _ERROR))
