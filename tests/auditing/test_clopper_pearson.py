"""Upper ends against exact binomial sums, and the two-rate bound against its formula."""

from __future__ import annotations

import math
from fractions import Fraction

import mpmath
import numpy as np
import pytest

from tightdp.auditing.clopper_pearson import epsilon_shown, upper_rates


def lower_tail(count: int, runs: int, rate: float) -> float:
    """``Pr[Bin(n, u) <= k]`` for the float u, as a sum of fractions."""
    u = Fraction(rate)
    return float(sum(math.comb(runs, i) * u**i * (1 - u) ** (runs - i) for i in range(count + 1)))


@pytest.mark.parametrize(("count", "runs"), [(0, 1), (0, 50), (1, 2), (3, 20), (19, 20), (12, 60)])
@pytest.mark.parametrize("risk", [0.5, 0.025, 1e-6])
def test_the_tail_at_the_end_is_the_risk(count: int, runs: int, risk: float) -> None:
    (end,) = upper_rates(count, runs, risk)
    assert lower_tail(count, runs, float(end)) == pytest.approx(risk, rel=1e-9)


@pytest.mark.parametrize(("count", "runs", "risk"), [(0, 70_000, 0.025), (37, 70_000, 0.025), (69_990, 70_000, 1e-9)])
def test_many_runs_agree_with_fifty_digits(count: int, runs: int, risk: float) -> None:
    (end,) = upper_rates(count, runs, risk)
    with mpmath.workdps(50):
        tail = mpmath.betainc(runs - count, count + 1, 0, 1 - mpmath.mpf(float(end)), regularized=True)
        assert float(tail) == pytest.approx(risk, rel=1e-6)


def test_an_error_in_every_run_has_the_end_1() -> None:
    assert upper_rates([5, 0], 5, 0.025)[0] == 1.0


@pytest.mark.parametrize("rate", [0.01, 0.1, 0.5])
def test_the_end_is_too_small_no_more_often_than_the_risk(rate: float) -> None:
    runs, risk = 40, 0.05
    ends = upper_rates(np.arange(runs + 1), runs, risk)
    masses = [math.comb(runs, k) * rate**k * (1 - rate) ** (runs - k) for k in range(runs + 1)]
    assert math.fsum(mass for mass, end in zip(masses, ends, strict=True) if end < rate) <= risk


def test_two_rates_show_their_epsilon_and_never_less_than_0() -> None:
    shown = epsilon_shown([0.5, 0.9, 1.0, 0.0], [0.01, 0.5, 0.5, 1.0], 0.1)
    assert shown == pytest.approx([math.log(0.4 / 0.01), 0.0, 0.0, 0.0])
