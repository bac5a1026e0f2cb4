from __future__ import annotations

from calibration.runs import ONE, plain
from tightdp import Advantage, Answer, Budget, ErrorRates, account
from tightdp.calibration import AbstractTarget


def test_a_target_is_met_up_to_its_certified_end() -> None:
    answer = account(plain(1.0), ONE)
    for target in (Budget(1.0, 0.2), Advantage(0.4), ErrorRates(0.1, 0.5)):
        assert isinstance(target, AbstractTarget)
        assert target.is_met_by(answer)
        assert target.certified(target.measured(answer)) in set(ends(target, answer))
    for target in (Budget(1.0, 0.1), Advantage(0.38), ErrorRates(0.1, 0.7)):
        assert not target.is_met_by(answer)
        assert target.unspent(target.measured(answer)) < 0.0


def ends(target: AbstractTarget, answer: Answer) -> tuple[float, float]:
    bound = target.measured(answer)
    return bound.lower, bound.upper


def test_names() -> None:
    assert [target.decides for target in (Budget(1.0, 0.1), Advantage(0.5), ErrorRates(0.1, 0.5))] == [
        "epsilon",
        "advantage",
        "false negative rate",
    ]
    assert not any(target.is_empty for target in (Budget(1.0, 0.1), Advantage(0.5), ErrorRates(0.1, 0.5)))
