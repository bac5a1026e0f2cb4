"""The privacy profile of one pair, and its inverse."""

from __future__ import annotations

import math

import numpy as np

from tightdp.numerics.bound import LEAST_POSITIVE, Bound
from tightdp.numerics.multisection import first_below
from tightdp.pairs.pair import AbstractPair

# Relative error of a profile value in double precision; measured values are below a tenth of it.
RELATIVE_ERROR = 2e-9
# Relative error of a loss: next to the end of its range the profile falls so steeply that it decides.
LOSS_ERROR = 1e-15


def delta_of(pair: AbstractPair, epsilon: float) -> Bound:
    """``d(eps) = P[L > eps] - e^eps Q[L > eps]``, exact up to floating point (B18 Theorem 5).

    Below the largest loss it is positive: where it falls below the smallest float, that is the upper end.

    Parameters
    ----------
    pair
        The pair (P, Q).
    epsilon
        eps in nats, of either sign, or infinite.
    """
    if epsilon >= pair.support.highest:
        return Bound(pair.support.p_infinite, pair.support.p_infinite)
    if math.isinf(epsilon):
        return Bound(1.0, 1.0)
    slack = LOSS_ERROR * abs(epsilon)
    upper, lower = pair.hockey_stick(np.array([epsilon - slack, epsilon + slack])).tolist()
    upper = min(1.0, max(upper * (1.0 + RELATIVE_ERROR), LEAST_POSITIVE))
    return Bound(min(lower, upper) * (1.0 - RELATIVE_ERROR), upper)


def epsilon_of(pair: AbstractPair, delta: float) -> Bound:
    """The smallest eps >= 0 with ``d(eps) <= delta``.

    Parameters
    ----------
    pair
        The pair (P, Q).
    delta
        Probability in [0, 1).
    """
    support = pair.support
    if delta < support.p_infinite:
        return Bound(math.inf, math.inf)
    if delta == support.p_infinite:
        top = max(support.highest, 0.0)
        return Bound(top, top)

    lower = _inverse(pair, delta / (1.0 - RELATIVE_ERROR))[0] * (1.0 - LOSS_ERROR)
    upper = _inverse(pair, delta / (1.0 + RELATIVE_ERROR))[1] * (1.0 + LOSS_ERROR)
    upper = min(upper, max(support.highest, 0.0))
    return Bound(min(lower, upper), upper)


def _inverse(pair: AbstractPair, delta: float) -> tuple[float, float]:
    highest = pair.support.highest
    profile = pair.hockey_stick
    if float(profile(np.zeros(1))[0]) <= delta:
        return 0.0, 0.0
    high = highest
    if not math.isfinite(highest):
        high = 1.0
        while float(profile(np.array([high]))[0]) > delta:
            high *= 4.0
            if high > 1e15:
                return high, math.inf
    return first_below(profile, delta, 0.0, high)
