from __future__ import annotations

import time

import pytest

from calibration.runs import ONE, STEP
from tightdp import Budget, CannotAnswer, EpsilonDelta, FullBatch, InvalidInput, Step, account, budget_left


def test_pure_queries_share_a_pure_budget() -> None:
    assert budget_left(ONE, Budget(1.0, 0.0), queries=4).value == pytest.approx(0.25, rel=2e-6)
    spent = Step(EpsilonDelta(0.6), FullBatch())
    assert budget_left(ONE, Budget(1.0, 0.0), queries=4, after=spent).value == pytest.approx(0.1, rel=2e-6)


def test_a_hundred_queries_after_a_run() -> None:
    began = time.process_time()
    found = budget_left(ONE, Budget(1.0, 1e-5), queries=100, after=200 * STEP)
    assert time.process_time() - began < 1.0
    assert found.program.steps == 300
    assert account(found.program, ONE).epsilon(1e-5).upper <= 1.0
    assert budget_left(ONE, Budget(1.0, 1e-5), queries=100).value > found.value


def test_nothing_left() -> None:
    with pytest.raises(CannotAnswer, match="or fewer queries or a smaller delta for each"):
        budget_left(ONE, Budget(1.0, 1e-5), queries=100, delta=1e-6)
    with pytest.raises(InvalidInput, match="queries must be a whole number >= 1"):
        budget_left(ONE, Budget(1.0, 1e-5), queries=0)
