from __future__ import annotations

import pytest

from tightdp.auditing.lower_end import least_chance, lower_end


def test_the_lower_end_grows_with_the_risk_and_the_chance_inverts_it() -> None:
    counts, runs, delta = (300, 2), 1000, 0.01
    shown = lower_end(counts, runs, delta, 0.05)
    assert lower_end(counts, runs, delta, 0.01) < shown < lower_end(counts, runs, delta, 0.2)
    assert least_chance(counts, runs, delta, shown) == pytest.approx(0.05, rel=1e-4)
    assert least_chance(counts, runs, delta, 100.0) == 1.0
    assert least_chance((0, 0), 10_000_000, 0.0, 0.0) == pytest.approx(1e-300, rel=0.01)
