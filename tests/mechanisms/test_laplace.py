"""The Laplace mechanism: its range of values and its pairs."""

from __future__ import annotations

import math

import numpy as np
import pytest

from mechanisms.closeness import close
from mechanisms.noise_mechanisms import check_distances, check_scale, check_sensitivity, delta
from tightdp.mechanisms import Laplace


def test_the_scale() -> None:
    check_scale(Laplace, "scale")


def test_the_distances() -> None:
    check_distances(Laplace, lambda value: Laplace(1.3, value))
    check_sensitivity(lambda value: Laplace(1.0, value))


@pytest.mark.parametrize("epsilon", [-2.0, -0.3, 0.0, 0.5, 1.4999, 1.5, 3.0])
def test_a_group_has_the_profile_of_theorem_3(epsilon: float) -> None:
    theta = 3 / 2.0
    inner = -math.expm1((epsilon - theta) / 2)
    known = 0.0 if epsilon >= theta else inner if epsilon >= -theta else -math.expm1(epsilon)
    assert delta(Laplace(2.0), epsilon, 3) == close(known, 1e-10)


def test_pure_privacy_is_the_distance_over_the_scale() -> None:
    assert Laplace(2.0).group_pair(3, "substitute").support.highest == close(3.0)
    assert Laplace(2.0, substitution_sensitivity=0.5).group_pair(1, "substitute").support.highest == close(0.25)
    (found,) = Laplace(2.0).extremal((0.9, 0.1), (1.0,), "substitute")
    assert found.pair.support.highest == close(math.log1p(0.1 * math.expm1(1.0)))
    assert found.pair.support.p_infinite == 0.0


@pytest.mark.parametrize("scale", [1e-3, 1e-8, 1e-13, 1e-60])
def test_noise_far_smaller_than_a_record_is_as_good_as_none(scale: float) -> None:
    epsilons = np.array([-5.0, -0.3, -1e-3, 0.0, 1e-3, 0.05, 0.1])
    for p, q in (((0.93, 0.07), (1.0,)), ((1.0,), (0.93, 0.07)), ((0.93, 0.07), (0.5, 0.5))):
        noisy, bare = (Laplace(b).extremal(p, q, "add-remove")[0].pair.hockey_stick(epsilons) for b in (scale, 0.0))
        np.testing.assert_allclose(noisy, bare, rtol=1e-12, atol=1e-15)
