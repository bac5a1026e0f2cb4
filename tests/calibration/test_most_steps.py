from __future__ import annotations

from typing import Any

import pytest

from calibration.runs import ONE, STEP
from tightdp import Budget, CannotAnswer, EpsilonDelta, FullBatch, InvalidInput, Step, account, most_steps
from twins.bisection import counted

TARGET = Budget(1.0, 1e-5)


def test_trying_all_agrees() -> None:
    box = Step(EpsilonDelta(0.1, 1e-6), FullBatch())
    found = most_steps(box, ONE, TARGET)
    assert found.value == counted(lambda n: TARGET.is_met_by(account(n * box, ONE, rtol=1e-4)), 50)
    assert found.value == 10


def test_what_ran_before_counts() -> None:
    assert most_steps(STEP, ONE, TARGET, after=200 * STEP).value == 54
    assert most_steps(STEP, ONE, TARGET, after=254 * STEP).value == 0
    assert most_steps(2 * STEP, ONE, TARGET, after=STEP).value == 126
    with pytest.raises(CannotAnswer, match="at number of steps 0, the closest of the values looked at"):
        most_steps(STEP, ONE, TARGET, after=255 * STEP)


def test_steps_that_cost_nothing() -> None:
    found = most_steps(0 * STEP, ONE, TARGET)
    assert (found.value, found.is_limited) == (10**12, True)


def test_what_is_repeated_is_a_run() -> None:
    nonsense: Any = 3
    with pytest.raises(InvalidInput, match="program must be a Step or a Program"):
        most_steps(nonsense, ONE, TARGET)
