from __future__ import annotations

import math
from typing import cast

import numpy as np
import pytest

from tightdp import CannotAnswer, DiscreteGaussian, Gaussian, Laplace, Poisson, RandomizedResponse
from tightdp.baselines.ratio_points import _points_of_noise, ratio_points
from tightdp.divergences.renyi import renyi_of
from tightdp.pairs.discrete import Discrete
from tightdp.pairs.noise import AbstractNoise
from tightdp.pairs.on_integers import OnIntegers
from tightdp.relations import Change
from tightdp.transport import dominate


@pytest.mark.parametrize("mechanism", [Gaussian(0.3), Gaussian(40.0), Laplace(0.2), Laplace(9.0)], ids=str)
def test_mass_mean_and_moments_of_the_ratio(mechanism: Gaussian | Laplace) -> None:
    pair = mechanism.group_pair(1, "substitute")
    points = ratio_points(pair, 8.0)
    mass, ratio = np.exp(points.log_q), np.exp(points.losses)
    assert mass.sum() == pytest.approx(1.0, rel=1e-12)
    assert (mass * ratio).sum() == pytest.approx(1.0, rel=1e-12)
    (second,) = renyi_of(pair, [2.0]).upper.tolist()
    assert points.log_moment(2.0) == pytest.approx(math.log(math.expm1(second)), rel=1e-9)
    orders = np.array([2.0, 3.0, 4.0])
    moments = np.exp((orders - 1.0) * renyi_of(pair, orders).upper)
    if moments[0] > 2.0:
        fourth = moments @ [6.0, -4.0, 1.0] - 3.0
        assert math.exp(points.log_moment(4.0)) == pytest.approx(fourth, rel=1e-8)


def test_tables() -> None:
    points = ratio_points(RandomizedResponse(0.8).group_pair(1, "substitute"), 3.0)
    assert math.exp(points.log_moment(3.0)) == pytest.approx(0.2 * 3.0**3 + 0.8 * 0.75**3)
    hidden = ratio_points(Discrete.from_masses((0.5, 0.5, 0.0), (0.25, 0.5, 0.25)), 2.0)
    assert math.exp(hidden.log_moment(2.0)) == pytest.approx(0.25 + 0.25)


def test_other_pairs_are_refused() -> None:
    (mixture,) = dominate(Gaussian(1.0), Poisson(0.1), Change(removed=2))
    revealing = DiscreteGaussian(1.0).group_pair(1, "substitute")
    for pair in (mixture.pair, revealing, OnIntegers(revealing, mixture.pair)):  # type: ignore[arg-type]
        with pytest.raises(CannotAnswer, match="known for Gaussian and Laplace noise and for finite tables only"):
            ratio_points(pair, 2.0)
    with pytest.raises(CannotAnswer, match="known for Gaussian and Laplace noise and for finite tables only"):
        _points_of_noise(cast("AbstractNoise", None), 1.0, 2.0)
