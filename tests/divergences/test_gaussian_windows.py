"""Branch and bound finds every part of the integrand that matters."""

from __future__ import annotations

import numpy as np
import pytest

from tightdp.divergences.gaussian_points import tail_reach
from tightdp.divergences.gaussian_windows import exponent, upper_exponent, windows
from tightdp.pairs.gaussian_noise import GaussianNoise
from tightdp.pairs.pair import Array
from tightdp.pairs.shift_mixture import ShiftMixture
from tightdp.schemes.binomial_weights import binomial_weights

CAST = [(0.3, 1, 0, 40.0), (0.3, 0, 2, 40.0), (0.5, 8, 0, 12.0), (0.4, 3, 2, 6.5), (0.2, 2, 2, 0.7), (2.0, 5, 0, 300.0)]


def pair_of(sigma: float, removed: int, inserted: int) -> ShiftMixture:
    noise = GaussianNoise(sigma)
    return ShiftMixture(noise, binomial_weights(removed, 1e-4), binomial_weights(inserted, 1e-4))


def reach(pair: ShiftMixture, order: float) -> tuple[float, float]:
    size = (order + 1.0) * (len(pair.p) + len(pair.q)) + 20.0 * pair.noise.spread
    return -size, size


@pytest.mark.parametrize(("sigma", "removed", "inserted", "order"), CAST)
def test_the_bound_is_above_the_exponent_on_the_whole_cell(
    sigma: float, removed: int, inserted: int, order: float
) -> None:
    pair = pair_of(sigma, removed, inserted)
    edges = np.linspace(*reach(pair, order), 700)
    upper = upper_exponent(pair, order, edges[:-1], edges[1:])
    inside: list[Array] = [edges[:-1] + share * np.diff(edges) for share in (0.0, 0.2, 0.5, 0.9, 1.0)]
    values = np.array([exponent(pair, order, z) for z in inside])
    assert np.all(values.max(axis=0) <= upper + 1e-9 * np.abs(upper))


@pytest.mark.parametrize(("sigma", "removed", "inserted", "order"), CAST)
def test_what_is_left_out_is_negligible(sigma: float, removed: int, inserted: int, order: float) -> None:
    pair = pair_of(sigma, removed, inserted)
    step = 0.35 * sigma
    low, high = reach(pair, order)
    kept = windows(pair, order, (low, high), step, tail_reach(pair))
    every = np.arange(int(low / step), int(high / step), dtype=np.int64)
    left_out = np.setdiff1d(every, kept)
    values = exponent(pair, order, every.astype(np.float64) * step)
    assert np.all(np.diff(kept) > 0)
    assert len(kept) < len(every)
    assert exponent(pair, order, left_out.astype(np.float64) * step).max() < values.max() - 40.0
