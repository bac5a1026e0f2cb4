"""The trapezoidal rule on grids and on windows."""

from __future__ import annotations

import numpy as np
import pytest

import tightdp.divergences.gaussian_points as module
from tightdp.divergences.gaussian_points import gaussian_sums, points_at, tail_reach
from tightdp.pairs.gaussian_noise import GaussianNoise
from tightdp.pairs.shift_mixture import ShiftMixture
from tightdp.schemes.binomial_weights import binomial_weights

ORDERS = np.array([0.5, 0.8, 1.0, 1.3, 2.0, 5.5, 40.0])


@pytest.mark.parametrize(("sigma", "rate"), [(0.25, 1e-6), (0.25, 0.5), (1.0, 1e-3), (20.0, 0.01)])
@pytest.mark.parametrize("split", [(1, 0), (0, 2), (3, 3)])
def test_windows_and_one_long_grid_agree(
    monkeypatch: pytest.MonkeyPatch, sigma: float, rate: float, split: tuple[int, int]
) -> None:
    removed, inserted = split
    pair = ShiftMixture(GaussianNoise(sigma), binomial_weights(removed, rate), binomial_weights(inserted, rate))
    shared = gaussian_sums(pair, ORDERS)
    monkeypatch.setattr(module, "_SHARED", 0)
    windowed = gaussian_sums(pair, ORDERS)
    for a, b in ((shared.excess, windowed.excess), (shared.log_moment, windowed.log_moment)):
        near = ~np.isnan(a)
        assert b[near] == pytest.approx(a[near], rel=1e-11, abs=1e-13)  # pyright: ignore[reportUnknownMemberType]


def test_the_tail_reaches_further_for_smaller_divergences() -> None:
    often, rarely = (ShiftMixture(GaussianNoise(1.0), (1.0 - w, w), (1.0,)) for w in (0.5, 1e-9))
    assert 9.0 < tail_reach(often) < tail_reach(rarely) < 15.0


@pytest.mark.parametrize("sigma", [0.01, 1.0])
def test_densities_at_points(sigma: float) -> None:
    """Far apart or not, the log densities are those of the components."""
    pair = ShiftMixture(GaussianNoise(sigma), (0.5, 0.5), (1.0,))
    z = np.array([0.0, 0.5, 1.0])
    points = points_at(pair, z, np.zeros(3), np.ones(3))
    parts = [np.log(0.5) + pair.noise.log_density(z - shift) for shift in (0.0, 1.0)]
    assert points.log_p == pytest.approx(np.logaddexp(*parts))  # pyright: ignore[reportUnknownMemberType]
    assert points.log_p - points.log_q == pytest.approx(points.losses, abs=1e-9)  # pyright: ignore[reportUnknownMemberType]
