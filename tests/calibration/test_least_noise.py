from __future__ import annotations

import math
import time

import pytest

from calibration.runs import ONE, plain, sampled
from tightdp import (
    Advantage,
    Budget,
    ErrorRates,
    Gaussian,
    InvalidInput,
    Laplace,
    Poisson,
    Program,
    Step,
    account,
    least_noise,
)
from twins.bisection import bisected


def test_bisection_agrees() -> None:
    target = Budget(1.0, 1e-5)
    found = least_noise(sampled, ONE, target, tolerance=1e-4)
    missed, met = bisected(lambda s: account(sampled(s), ONE).epsilon(1e-5).upper <= 1.0, 0.1, 10.0, 1e-4)
    assert missed <= found.value <= met * (1.0 + 1e-4)
    assert found.beyond is not None
    assert found.beyond <= met


def test_dp_sgd_takes_a_blink() -> None:
    def run(sigma: float) -> Program:
        return 10_000 * Step(Gaussian(sigma), Poisson(0.01))

    began = time.process_time()
    found = least_noise(run, ONE, Budget(2.0, 1e-5))
    assert time.process_time() - began < 0.5
    assert found.value == pytest.approx(2.1275, rel=1e-3)
    assert found.evaluations <= 10


def test_no_privacy_needs_no_noise() -> None:
    for target in (Budget(math.inf, 0.0), Advantage(1.0), ErrorRates(0.2, 0.0)):
        found = least_noise(plain, ONE, target)
        assert (found.value, found.is_limited) == (0.0, True)


def test_other_targets() -> None:
    advantage = least_noise(plain, ONE, Advantage(0.382925))
    assert advantage.value == pytest.approx(1.0, rel=1e-5)
    rates = least_noise(plain, ONE, ErrorRates(0.05, 0.5))
    assert rates.value == pytest.approx(1.0 / 1.6448536, rel=1e-5)  # Phi(Phi^-1(0.95) - mu) = 1/2
    assert rates.bound.lower >= 0.5


def test_pure_privacy_of_laplace_noise() -> None:
    found = least_noise(lambda b: 10 * Step(Laplace(b), Poisson(1.0)), ONE, Budget(1.0, 0.0))
    assert found.value == pytest.approx(10.0, rel=1e-6)


def test_a_range_may_stop_the_search() -> None:
    found = least_noise(plain, ONE, Budget(1.0, 1e-5), between=(10.0, 20.0))
    assert (found.value, found.is_limited) == (10.0, True)
    with pytest.raises(InvalidInput, match="between must be two positive numbers in order"):
        least_noise(plain, ONE, Budget(1.0, 1e-5), between=(2.0, 1.0))
