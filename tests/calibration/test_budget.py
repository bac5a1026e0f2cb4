from __future__ import annotations

import math
from typing import Any

import pytest

from calibration.runs import ONE, plain
from tightdp import Budget, InvalidInput, account
from tightdp.numerics.bound import Bound


@pytest.mark.parametrize("epsilon", [-1.0, math.nan, True, "1", None])
def test_epsilon_is_a_number_from_zero_up(epsilon: Any) -> None:
    with pytest.raises(InvalidInput, match="epsilon must be a number >= 0"):
        Budget(epsilon, 1e-5)


@pytest.mark.parametrize("delta", [-1e-9, 1.0, math.nan, True])
def test_delta_is_below_one(delta: Any) -> None:
    with pytest.raises(InvalidInput, match=r"delta must be in \[0, 1\)"):
        Budget(1.0, delta)


def test_nothing_at_all_is_refused() -> None:
    with pytest.raises(InvalidInput, match="epsilon and delta must be not both 0"):
        Budget(0.0, 0.0)


def test_epsilon_decides_except_next_to_zero() -> None:
    answer = account(plain(2.0), ONE)
    assert Budget(1.0, 1e-3).measured(answer) == answer.epsilon(1e-3)
    for epsilon in (0.0, 9e-4):
        target = Budget(epsilon, 0.2)
        assert target.decides == "delta"
        assert target.measured(answer) == answer.delta(epsilon)
        assert target.is_met_by(answer)
        assert target.unspent(Bound(0.1, 0.15)) == pytest.approx(0.05)


def test_an_infinite_epsilon_asks_for_nothing() -> None:
    target = Budget(math.inf, 0.0)
    assert target.is_empty
    assert target.excess(Bound(math.inf, math.inf)) == -math.inf
    assert target.unspent(Bound(1.0, 1.0)) == math.inf


def test_words() -> None:
    assert str(Budget(2, 1e-5)) == "epsilon <= 2 at delta 1e-05"
    assert Budget(2, 1e-5).as_dict() == {"epsilon": 2.0, "delta": 1e-5}
    assert Budget(2.0, 1e-5).unspent(Bound(1.0, 1.5)) == 0.5
