"""The epsilon that error counts show, and how likely so few errors are where a claim holds."""

from __future__ import annotations

import math

from tightdp.auditing.clopper_pearson import epsilon_shown, upper_rates


def least_chance(counts: tuple[int, int], runs: int, delta: float, epsilon: float) -> float:
    """A bound on the probability of as many or fewer errors where ``epsilon`` holds: the test's p-value.

    It is the least risk at which the lower end of epsilon would exceed ``epsilon``.

    Parameters
    ----------
    counts
        False negatives and false positives.
    runs
        How often each could have been seen.
    delta, epsilon
        The guarantee that is doubted.
    """
    low, high = math.log(1e-300), 0.0
    if lower_end(counts, runs, delta, 1.0) <= epsilon:
        return 1.0
    while high - low > 1e-6:
        middle = 0.5 * (low + high)
        low, high = (low, middle) if lower_end(counts, runs, delta, math.exp(middle)) > epsilon else (middle, high)
    return math.exp(high)


def lower_end(counts: tuple[int, int], runs: int, delta: float, risk: float) -> float:
    """The epsilon that the error counts show with probability ``1 - risk``, half of it for each rate.

    Parameters
    ----------
    counts
        False negatives and false positives.
    runs
        How often each could have been seen.
    delta
        delta in [0, 1).
    risk
        Probability in (0, 1] that the statement is wrong.
    """
    negative, positive = upper_rates(counts, runs, 0.5 * risk)
    return float(epsilon_shown(negative, positive, delta))
