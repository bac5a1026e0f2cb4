from __future__ import annotations

import math

import pytest

from tightdp.auditing.lower_end import least_chance, lower_end


def test_the_lower_end_grows_with_the_risk_and_the_chance_inverts_it() -> None:
    counts, runs, delta = (300, 2), 1000, 0.01
    shown = lower_end(counts, runs, delta, 0.05)
    assert lower_end(counts, runs, delta, 0.01) < shown < lower_end(counts, runs, delta, 0.2)
    assert least_chance(counts, runs, delta, shown) == pytest.approx(0.05, rel=1e-4)
    assert least_chance(counts, runs, delta, 100.0) == 1.0
    assert least_chance((0, 0), 10_000_000, 0.0, 0.0) == pytest.approx(1e-300, rel=0.01)


@pytest.mark.parametrize(("miss", "false"), [(0.25, 0.25), (0.5, 0.05), (0.05, 0.5)])
@pytest.mark.parametrize("risk", [0.05, 0.3])
def test_a_true_epsilon_is_exceeded_no_more_often_than_the_risk(miss: float, false: float, risk: float) -> None:
    """Exact, over every pair of error counts of 30 runs."""
    runs, epsilon = 30, math.log((1.0 - miss) / false)

    def mass(count: int, rate: float) -> float:
        return math.comb(runs, count) * rate**count * (1.0 - rate) ** (runs - count)

    counts = [(a, b) for a in range(runs + 1) for b in range(runs + 1)]
    exceeded = [mass(a, miss) * mass(b, false) for a, b in counts if lower_end((a, b), runs, 0.0, risk) > epsilon]
    assert math.fsum(exceeded) <= risk
