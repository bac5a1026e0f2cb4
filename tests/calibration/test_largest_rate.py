from __future__ import annotations

import math

import pytest

from calibration.runs import ONE
from tightdp import Budget, CannotAnswer, EpsilonDelta, Gaussian, Poisson, Program, Step, account, largest_rate
from twins.bisection import bisected


@pytest.mark.parametrize(("epsilon", "delta"), [(0.1, 1e-7), (0.5, 5e-7), (0.9, 2e-7), (2.0, 1e-7)])
def test_one_step_of_a_black_box_has_a_closed_form(epsilon: float, delta: float) -> None:
    """B18 Theorem 8; where epsilon is what binds, the delta that is left buys a little more."""
    box = EpsilonDelta(1.0, 1e-6)
    found = largest_rate(lambda q: Step(box, Poisson(q)), ONE, Budget(epsilon, delta))
    closed = min(math.expm1(epsilon) / math.expm1(1.0), delta / 1e-6)
    assert found.value == pytest.approx(closed, rel=3e-6)


def test_many_steps_of_a_black_box() -> None:
    """Pure: eps adds up, so each step may have log(1 + q (e - 1)) = 1 / 10."""
    found = largest_rate(lambda q: 10 * Step(EpsilonDelta(1.0), Poisson(q)), ONE, Budget(1.0, 0.0))
    assert found.value == pytest.approx(math.expm1(0.1) / math.expm1(1.0), rel=2e-6)


def test_bisection_agrees() -> None:
    def run(q: float) -> Program:
        return 100 * Step(Gaussian(1.0), Poisson(q))

    found = largest_rate(run, ONE, Budget(1.0, 1e-5), tolerance=1e-4)
    missed, met = bisected(lambda q: account(run(q), ONE).epsilon(1e-5).upper <= 1.0, 0.5, 1e-3, 1e-4)
    assert met * (1.0 - 1e-4) <= found.value <= missed


def test_the_whole_data_set_may_do() -> None:
    found = largest_rate(lambda q: Step(Gaussian(10.0), Poisson(q)), ONE, Budget(1.0, 1e-5))
    assert (found.value, found.is_limited) == (1.0, True)


def test_no_rate_does() -> None:
    def run(q: float) -> Program:
        return 10 * Step(Gaussian(1.0), Poisson(q)) + Step(Gaussian(1.0), Poisson(0.5))

    with pytest.raises(CannotAnswer, match="or more noise or fewer steps"):
        largest_rate(run, ONE, Budget(0.1, 1e-5))
