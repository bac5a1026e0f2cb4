from __future__ import annotations

import math

import numpy as np
import pytest

from tightdp.baselines.binomial_sum import divergence_of_log_excess, log_binomials, log_expm1, poisson_divergence


def test_binomials() -> None:
    assert np.exp(log_binomials(6, 2)) == pytest.approx([15, 20, 15, 6, 1])


def test_log_expm1_at_both_ends() -> None:
    assert log_expm1(np.array([0.0, 1e-20, 0.5, 2.0, 1e4])) == pytest.approx(
        [-math.inf, math.log(1e-20), math.log(math.expm1(0.5)), math.log(math.expm1(2.0)), 1e4], rel=1e-14
    )


def test_divergence_of_an_excess() -> None:
    assert divergence_of_log_excess(math.log(3.0), 3.0) == pytest.approx(math.log(4.0) / 2.0)
    assert divergence_of_log_excess(-math.inf, 3.0) == 0.0
    assert divergence_of_log_excess(math.log(1e-30), 2.0) == pytest.approx(1e-30)


@pytest.mark.parametrize("rate", [0.0, 1e-9, 0.3, 1.0])
def test_the_sum_written_out(rate: float) -> None:
    gains = np.array([0.5, 2.0, 7.0])
    plain = math.fsum(math.comb(4, k) * (1.0 - rate) ** (4 - k) * rate**k * gains[k - 2] for k in (2, 3, 4))
    assert poisson_divergence(4, rate, np.log(gains)) == pytest.approx(math.log1p(plain) / 3.0, rel=1e-12)
