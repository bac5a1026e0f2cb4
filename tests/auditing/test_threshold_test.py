from __future__ import annotations

import numpy as np
import pytest

from tightdp.auditing.audit_plan import AuditPlan
from tightdp.auditing.threshold_test import ThresholdTest, chosen_test

PLAN = AuditPlan(0.01, runs=4000, seed=1)
RNG = np.random.default_rng(7)
HIGH, LOW = RNG.normal(2.0, size=5000), RNG.normal(0.0, size=5000)


def test_a_test_counts_what_is_on_its_side() -> None:
    scores = np.array([0.0, 1.0, 2.0, np.inf])
    assert ThresholdTest(1.0, above=True, mirrored=False).positives(scores) == 3
    assert ThresholdTest(1.0, above=False, mirrored=False).positives(scores) == 2


def test_high_scores_are_looked_for_above() -> None:
    test, promise = chosen_test(HIGH, LOW, PLAN, both_orders=False)
    assert test.above
    assert not test.mirrored
    assert 2.5 < test.threshold < 4.0
    assert 2.0 < promise < 4.4


def test_low_scores_are_looked_for_below() -> None:
    test, promise = chosen_test(LOW, HIGH, PLAN, both_orders=False)
    assert not test.above
    assert promise > 2.0


def test_the_other_order_is_tried_where_it_counts() -> None:
    """Scores of x lie among those of x'; only x' has scores that x never has."""
    inner, outer = RNG.uniform(0.0, 0.5, 3000), RNG.uniform(0.0, 1.0, 3000)
    _, one = chosen_test(inner, outer, PLAN, both_orders=False)
    test, both = chosen_test(inner, outer, PLAN, both_orders=True)
    assert both > 4.0 > one
    assert test.mirrored
    assert test.threshold == pytest.approx(0.5, abs=0.01)


def test_equal_scores_promise_nothing() -> None:
    assert chosen_test(np.zeros(50), np.zeros(50), PLAN, both_orders=True)[1] == 0.0
