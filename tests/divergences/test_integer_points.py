"""Rényi sums over the integers against plain sums."""

from __future__ import annotations

import math

import numpy as np
import pytest

from tightdp.divergences.integer_points import integer_sums
from tightdp.divergences.renyi import renyi_of
from tightdp.pairs.amplified import trivial_pair
from tightdp.pairs.gaussian_noise import GaussianNoise
from tightdp.pairs.on_integers import OnIntegers
from tightdp.pairs.shift_mixture import ShiftMixture


def plain(sigma: float, p: tuple[float, ...], q: tuple[float, ...], order: float) -> float:
    """By definition, on all integers that matter."""
    z = np.arange(-400.0, 900.0)
    log_p, log_q = (
        np.logaddexp.reduce(
            [math.log(w) - 0.5 * ((z - sign * i) / sigma) ** 2 for i, w in enumerate(side) if w > 0.0], axis=0
        )
        for side, sign in ((p, 1.0), (q, -1.0))
    )
    norm = np.logaddexp.reduce(-0.5 * (z / sigma) ** 2)
    return float((np.logaddexp.reduce(order * log_p + (1.0 - order) * log_q) - norm) / (order - 1.0))


@pytest.mark.parametrize("sigma", [0.3, 1.0, 7.0])
@pytest.mark.parametrize(("p", "q"), [((0.9, 0.1), (1.0,)), ((0.7, 0.2, 0.1), (0.8, 0.2)), ((0.0, 1.0), (1.0,))])
def test_against_plain_sums(sigma: float, p: tuple[float, ...], q: tuple[float, ...]) -> None:
    pair = OnIntegers(trivial_pair(), ShiftMixture(GaussianNoise(sigma), p, q))
    orders = [0.3, 0.7, 1.5, 4.0, 60.0]
    found = renyi_of(pair, orders)
    assert found.upper == pytest.approx([plain(sigma, p, q, a) for a in orders], rel=1e-9)  # pyright: ignore[reportUnknownMemberType]


def test_integer_orders_are_those_of_the_continuous_law() -> None:
    """Against a single component, shifts of the lattice by integers change nothing."""
    mixture = ShiftMixture(GaussianNoise(0.4), (0.9, 0.1), (1.0,))
    orders = np.array([2.0, 3.0, 9.0])
    continuous = renyi_of(mixture, orders).upper
    sums = integer_sums(mixture, orders)
    assert sums.log_moment / (orders - 1.0) == pytest.approx(continuous, rel=1e-10)  # pyright: ignore[reportUnknownMemberType]
