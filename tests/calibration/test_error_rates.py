from __future__ import annotations

import pytest

from calibration.runs import ONE, plain
from tightdp import ErrorRates, InvalidInput, account
from tightdp.numerics.bound import Bound


def test_rates_are_probabilities_that_a_coin_beats() -> None:
    with pytest.raises(InvalidInput, match=r"false_positive_rate must be in \[0, 1\]"):
        ErrorRates(-0.1, 0.5)
    with pytest.raises(InvalidInput, match=r"rate must be below 1 in sum.* coin that ignores the data"):
        ErrorRates(0.5, 0.5)


def test_the_lower_end_decides() -> None:
    target = ErrorRates(0.1, 0.6)
    assert target.certified(Bound(0.59, 0.61)) == 0.59
    assert target.excess(Bound(0.59, 0.61)) > 0.0
    assert target.excess(Bound(0.6, 0.61)) <= 0.0
    assert target.excess(Bound(0.95, 0.95)) < -1.0
    assert target.unspent(Bound(0.65, 0.7)) == pytest.approx(0.05)


def test_it_reads_the_trade_off_curve() -> None:
    answer = account(plain(1.0), ONE)
    assert ErrorRates(0.05, 0.5).measured(answer) == answer.trade_off([0.05])[0]


def test_words() -> None:
    target = ErrorRates(0.01, 0.9)
    assert str(target) == "false negative rate >= 0.9 at false positive rate 0.01"
    assert target.as_dict() == {"false_positive_rate": 0.01, "false_negative_rate": 0.9}
    assert target.decides == "false negative rate"
    assert ErrorRates(0.3, 0.0).is_empty
