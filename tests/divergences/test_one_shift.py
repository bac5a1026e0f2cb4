"""One shift: closed forms against each other and against many digits."""

from __future__ import annotations

from typing import Any, cast

import mpmath
import numpy as np
import pytest

from tightdp.divergences.one_shift import gaussian_shift_sums, laplace_shift_sums

mp: Any = cast("Any", mpmath)


def test_gaussian_excess_and_moment_are_one_number() -> None:
    orders = np.array([0.5, 1.0, 1.0 + 1e-10, 2.0, 100.0])
    sums = gaussian_shift_sums(0.05, orders)
    assert sums.excess[1] == 0.5 * 0.05 * 0.05
    assert np.log1p(sums.excess * orders * (orders - 1.0))[:4] == pytest.approx(sums.log_moment[:4])  # pyright: ignore[reportUnknownMemberType]
    assert np.isnan(sums.excess[-1])


@pytest.mark.parametrize("theta", [1e-7, 1e-3, 0.4, 3.0])
@pytest.mark.parametrize("order", [1.0 + 1e-6, 1.5, 2.0, 9.0])
def test_laplace_excess_with_many_digits(theta: float, order: float) -> None:
    with mp.workdps(60):
        a, t = mp.mpf(order), mp.mpf(theta)
        psi = (a * mp.exp((a - 1) * t) + (a - 1) * mp.exp(-a * t)) / (2 * a - 1)
        excess, log_moment = float((psi - 1) / (a * (a - 1))), float(mp.log(psi))
    sums = laplace_shift_sums(theta, np.array([order]))
    assert sums.log_moment[0] == pytest.approx(log_moment, abs=1e-14)  # pyright: ignore[reportUnknownMemberType]
    if not np.isnan(sums.excess[0]):
        assert sums.excess[0] == pytest.approx(excess, rel=1e-13)  # pyright: ignore[reportUnknownMemberType]
