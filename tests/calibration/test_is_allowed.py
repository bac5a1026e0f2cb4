from __future__ import annotations

from calibration.runs import ONE, STEP
from tightdp import Budget, is_allowed


def test_the_last_step_that_fits() -> None:
    budget = Budget(1.0, 1e-5)
    assert is_allowed(STEP, ONE, budget, after=253 * STEP)
    assert not is_allowed(STEP, ONE, budget, after=254 * STEP)
    assert is_allowed(254 * STEP, ONE, budget)
    assert not is_allowed(255 * STEP, ONE, budget)
