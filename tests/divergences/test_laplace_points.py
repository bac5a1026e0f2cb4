"""Laplace mixtures: the rule sums to one, and refinement converges."""

from __future__ import annotations

import numpy as np
import pytest

from tightdp.divergences.laplace_points import laplace_points, laplace_sums
from tightdp.divergences.one_shift import laplace_shift_sums
from tightdp.pairs.laplace_noise import LaplaceNoise
from tightdp.pairs.shift_mixture import ShiftMixture
from tightdp.schemes.binomial_weights import binomial_weights


@pytest.mark.parametrize("scale", [0.05, 1.0, 50.0])
@pytest.mark.parametrize("split", [(1, 0), (0, 3), (4, 2)])
def test_the_points_hold_all_the_mass(scale: float, split: tuple[int, int]) -> None:
    p, q = (binomial_weights(k, 0.1) for k in split)
    points = laplace_points(ShiftMixture(LaplaceNoise(scale), p, q), 0.035)
    for log in (points.log_p, points.log_q):
        assert float(np.exp(log).sum()) == pytest.approx(1.0, rel=1e-12)  # pyright: ignore[reportUnknownMemberType]


def test_quadrature_meets_the_closed_form() -> None:
    orders = np.array([1.0, 1.0001, 2.0, 30.0, 1e4])
    for theta in (1e-4, 1.0, 40.0):
        found = laplace_sums(ShiftMixture(LaplaceNoise(1.0 / theta), (0.0, 1.0), (1.0,)), orders)
        closed = laplace_shift_sums(theta, orders)
        assert found.log_moment == pytest.approx(closed.log_moment, rel=1e-10, abs=1e-13)  # pyright: ignore[reportUnknownMemberType]
        near = ~np.isnan(closed.excess)
        assert found.excess[near] == pytest.approx(closed.excess[near], rel=1e-10)  # pyright: ignore[reportUnknownMemberType]
