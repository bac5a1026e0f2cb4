from __future__ import annotations

import math
from typing import Any

import pytest

from calibration.runs import ONE, plain
from tightdp import Advantage, InvalidInput, account
from tightdp.numerics.bound import Bound


@pytest.mark.parametrize("value", [0.0, -0.1, 1.1, math.nan, "a"])
def test_an_advantage_is_positive_and_at_most_one(value: Any) -> None:
    with pytest.raises(InvalidInput, match=r"advantage must be in \(0, 1\]"):
        Advantage(value)


def test_no_advantage_at_all_is_refused() -> None:
    with pytest.raises(InvalidInput, match="An advantage of 0 is no use of the data"):
        Advantage(0.0)


def test_it_is_the_total_variation() -> None:
    answer = account(plain(1.0), ONE)
    bound = Advantage(0.5).measured(answer)
    assert bound.upper == pytest.approx(0.382925, abs=5e-7)
    assert Advantage(0.5).unspent(bound) == pytest.approx(0.117075, abs=5e-7)
    assert Advantage(0.5).excess(bound) == pytest.approx(math.log(0.382925 / 0.5), abs=5e-6)


def test_words() -> None:
    assert str(Advantage(0.25)) == "advantage <= 0.25"
    assert Advantage(0.25).as_dict() == {"advantage": 0.25}
    assert Advantage(1).is_empty
    assert Advantage(1).excess(Bound(0.5, 1.0)) == 0.0
