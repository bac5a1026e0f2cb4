from __future__ import annotations

import math

import pytest

from calibration.runs import ONE, plain
from tightdp import Advantage, Answer, Budget, EpsilonDelta, ErrorRates, Poisson, Step, account, largest_rate
from tightdp.calibration import AbstractTarget
from tightdp.numerics.bound import Bound


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


class RareEvents(AbstractTarget):
    """A target of one's own: at most this mass beyond every epsilon."""

    def measured(self, answer: Answer) -> Bound:
        return answer.delta(math.inf)

    def excess(self, bound: Bound) -> float:
        return bound.upper - 1e-6

    def unspent(self, bound: Bound) -> float:
        return 1e-6 - bound.upper

    def as_dict(self) -> dict[str, float]:
        return {"infinite_mass": 1e-6}


def test_a_target_of_ones_own() -> None:
    target = RareEvents()
    assert not target.is_empty
    assert target.decides == "infinite mass"
    box = Step(EpsilonDelta(1.0, 1e-5), Poisson(0.05))
    assert target.is_met_by(account(box, ONE))
    found = largest_rate(lambda q: Step(EpsilonDelta(1.0, 1e-5), Poisson(q)), ONE, target)
    assert found.value == pytest.approx(0.1, rel=1e-5)
