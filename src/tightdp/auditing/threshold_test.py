"""A test that tells two data sets apart by a score, and the choice of the best one."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tightdp.auditing.audit_plan import AuditPlan
from tightdp.auditing.clopper_pearson import epsilon_shown, upper_rates

Array = NDArray[np.float64]
# Thresholds that are looked at from either end of the scores.
_ENDS = 500


@dataclass(frozen=True)
class ThresholdTest:
    """Says "x" where the score is at least ``threshold`` (or at most), "x'" elsewhere.

    Parameters
    ----------
    threshold
        Where the answer changes.
    above
        Whether "x" is said at and above the threshold, or at and below it.
    mirrored
        Whether x, for which the test looks, is the second of the two data sets.
    """

    threshold: float
    above: bool
    mirrored: bool

    def positives(self, scores: Array) -> int:
        """How often the test says "x".

        Parameters
        ----------
        scores
            Scores, ``(n,)``.
        """
        hits = scores >= self.threshold if self.above else scores <= self.threshold
        return int(np.count_nonzero(hits))


def chosen_test(before: Array, after: Array, plan: AuditPlan, *, both_orders: bool) -> tuple[ThresholdTest, float]:
    """The test that promises the largest lower end of epsilon, and that promise; no statement rests on it.

    Parameters
    ----------
    before, after
        Scores of the first share of the runs on either data set, ``(n,)``.
    plan
        What follows: delta, confidence and the number of runs that will count.
    both_orders
        Whether (after, before) may be told apart as well as (before, after).
    """
    orders = [(before, after, False)] + ([(after, before, True)] if both_orders else [])
    options = [
        _best(sign * first, sign * second, plan, ThresholdTest(0.0, sign > 0.0, mirrored))
        for first, second, mirrored in orders
        for sign in (1.0, -1.0)
    ]
    return max(options, key=lambda option: option[1])


def _best(first: Array, second: Array, plan: AuditPlan, kind: ThresholdTest) -> tuple[ThresholdTest, float]:
    """The threshold for "at least"; scores are negated for "at most"."""
    x, other = np.sort(first), np.sort(second)
    thresholds = _candidates(np.unique(np.concatenate([x, other])))
    missed = np.searchsorted(x, thresholds, side="left")
    false = len(other) - np.searchsorted(other, thresholds, side="left")
    negative, positive = (
        upper_rates((count + 1.0) / (len(x) + 2.0) * plan.counting, plan.counting, plan.risk)
        for count in (missed, false)
    )
    promised = epsilon_shown(negative, positive, plan.delta)
    at = int(np.argmax(promised))
    place = float(thresholds[at]) if kind.above else -float(thresholds[at])
    return ThresholdTest(place, kind.above, kind.mirrored), float(promised[at])


def _candidates(values: Array) -> Array:
    """All values, or many at both ends and some in between."""
    count = len(values)
    if count <= 4 * _ENDS:
        return values
    far = np.geomspace(_ENDS, 0.5 * count, _ENDS)
    low = np.unique(np.concatenate([np.arange(_ENDS), far]).astype(np.int64))
    return values[np.unique(np.concatenate([low, count - 1 - low]))]
