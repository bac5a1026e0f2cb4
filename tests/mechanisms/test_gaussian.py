"""The Gaussian mechanism: its range of values and its pairs."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy.special import ndtr

from mechanisms.closeness import close
from mechanisms.noise_mechanisms import check_distances, check_scale, check_sensitivity, delta
from tightdp.mechanisms import Gaussian
from tightdp.pairs.shift_mixture import ShiftMixture


def test_the_scale() -> None:
    check_scale(Gaussian, "noise_multiplier")


def test_the_distances() -> None:
    check_distances(Gaussian, lambda value: Gaussian(1.3, value))
    check_sensitivity(lambda value: Gaussian(1.0, value))


def test_mechanisms_are_values() -> None:
    assert Gaussian(1) == Gaussian(1.0, 2)
    assert hash(Gaussian(1)) == hash(Gaussian(1.0))
    assert Gaussian(1.0) != Gaussian(1.0, 1.0)


@pytest.mark.parametrize("epsilon", [-2.0, 0.0, 0.5, 1.5])
def test_a_group_has_the_profile_of_theorem_4(epsilon: float) -> None:
    theta = 3 / 2.0
    known = float(ndtr(theta / 2 - epsilon / theta) - math.exp(epsilon) * ndtr(-theta / 2 - epsilon / theta))
    assert delta(Gaussian(2.0), epsilon, 3) == close(known, 1e-12)


def test_the_mixtures_have_the_weights_given() -> None:
    (found,) = Gaussian(1.0).extremal((0.5, 0.5), (0.25, 0.5, 0.25), "add-remove")
    assert isinstance(found.pair, ShiftMixture)
    assert (found.pair.p, found.pair.q, found.pair.unit) == ((0.5, 0.5), (0.25, 0.5, 0.25), 1.0)
    assert found.tight
    assert found.pair.support.highest == math.inf


@pytest.mark.parametrize("sigma", [1e-2, 1e-4, 1e-8, 1e-13, 1e-60])
def test_noise_far_smaller_than_a_record_is_as_good_as_none(sigma: float) -> None:
    """The threshold of the best test is not a float then; the bound was 0.05 too small."""
    epsilons = np.array([-5.0, -0.3, -1e-3, 0.0, 1e-3, 0.05, 0.1])
    for p, q in (((0.93, 0.07), (1.0,)), ((1.0,), (0.93, 0.07)), ((0.93, 0.07), (0.5, 0.5))):
        noisy, bare = (Gaussian(s).extremal(p, q, "add-remove")[0].pair.hockey_stick(epsilons) for s in (sigma, 0.0))
        np.testing.assert_allclose(noisy, bare, rtol=1e-12, atol=1e-15)
