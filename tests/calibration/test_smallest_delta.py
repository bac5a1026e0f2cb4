from __future__ import annotations

import math

import pytest

from calibration.runs import ONE, plain, sampled
from tightdp import CannotAnswer, EpsilonDelta, FullBatch, InvalidInput, Laplace, Step, account, smallest_delta

BOX = EpsilonDelta(0.1, 1e-6)


@pytest.mark.parametrize("epsilon", [0.3, 1.0, 5.0])
def test_epsilon_is_met_at_the_value_and_missed_below(epsilon: float) -> None:
    found = smallest_delta(sampled(1.0), ONE, epsilon=epsilon)
    assert found.answer.epsilon(found.value).upper <= epsilon
    assert found.beyond is not None
    assert found.answer.epsilon(found.beyond).upper > epsilon
    assert found.value == pytest.approx(account(sampled(1.0), ONE).delta(epsilon).upper, rel=1e-2)


def test_the_exact_profile() -> None:
    assert smallest_delta(plain(1.0), ONE, epsilon=0.0).value == pytest.approx(0.382925, abs=5e-7)
    assert smallest_delta(Step(Laplace(1.0), FullBatch()), ONE, epsilon=1.0).value == 0.0


def test_the_mass_that_no_epsilon_protects() -> None:
    mass = -math.expm1(30 * math.log1p(-1e-6))
    for epsilon in (4.0, math.inf):
        found = smallest_delta(30 * Step(BOX, FullBatch()), ONE, epsilon=epsilon)
        assert found.value == pytest.approx(mass, rel=2e-6)
    assert smallest_delta(plain(1.0), ONE, epsilon=math.inf).value == 0.0


def test_a_run_without_loss() -> None:
    found = smallest_delta(0 * plain(1.0), ONE, epsilon=0.0)
    assert (found.value, found.is_limited) == (0.0, True)


def test_out_of_reach() -> None:
    for epsilon in (0.0, 1.0, math.inf):
        with pytest.raises(CannotAnswer, match=r"a delta below 1 at epsilon .*: the whole mass of the loss may lie"):
            smallest_delta(plain(0.0), ONE, epsilon=epsilon)
    with pytest.raises(InvalidInput, match="epsilon must be a number >= 0"):
        smallest_delta(plain(1.0), ONE, epsilon=-1.0)
