"""Profiles of shift mixtures from positive terms: against integrals, and far down the tails."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from mpmath import erfc, exp, mpf, sqrt, workdps
from scipy.special import ndtr

from tightdp.pairs.gaussian_noise import GaussianNoise
from tightdp.pairs.laplace_noise import LaplaceNoise
from tightdp.pairs.shift_mixture import ShiftMixture
from twins.nearness import relative_error
from twins.shift_cases import ShiftCase, named
from twins.shift_pairs import Number


@pytest.mark.parametrize("case", named((1.0, 2, 1, 0.2), (0.5, 1, 1, 0.3), (3.0, 0, 3, 0.4), (0.2, 1, 0, 0.9)), ids=str)
def test_the_profile_is_an_integral(case: ShiftCase) -> None:
    """``integral of max(0, p - e^eps q)``, with no tails and no threshold."""
    epsilons = [-0.4, 0.0, 0.3]
    for epsilon, value in zip(epsilons, case.pair.hockey_stick(np.array(epsilons)), strict=True):
        assert relative_error(value, case.twin.hockey_stick_by_quadrature(epsilon)) <= 1e-12


@given(theta=st.floats(-3.0, 3.0).map(lambda x: 10.0**x), unit=st.floats(-6.0, 36.0))
def test_one_gaussian_shift(theta: float, unit: float) -> None:
    """``Phi(t/2 - eps/t) - e^eps Phi(-t/2 - eps/t)`` (B18 Theorem 4), from d near 1 down to 1e-280."""
    epsilon = theta * (unit + 0.5 * theta)
    value = ShiftMixture(GaussianNoise(1.0 / theta), (0.0, 1.0), (1.0,)).hockey_stick(np.array([epsilon]))[0]
    with workdps(60):
        t = 1 / mpf(1.0 / theta)
        bounds: list[Number] = [_gaussian(t, mpf(epsilon) * (1 + mpf(s))) for s in (6e-16, -6e-16)]
        assert bounds[0] * (1 - mpf(2e-11)) <= value <= bounds[1] * (1 + mpf(2e-11)) + mpf(10) ** -300


def _gaussian(t: Number, eps: Number) -> Number:
    return (erfc((eps / t - t / 2) / sqrt(mpf(2))) - exp(eps) * erfc((eps / t + t / 2) / sqrt(mpf(2)))) / 2


@given(theta=st.floats(-3.0, 2.5).map(lambda x: 10.0**x), share=st.floats(-1.5, 1.5))
def test_one_laplace_shift(theta: float, share: float) -> None:
    """``1 - e^((eps - t)/2)`` between -t and t, 0 above, ``1 - e^eps`` below (B18 Theorem 3)."""
    epsilon = share * theta
    value = ShiftMixture(LaplaceNoise(1.0 / theta), (0.0, 1.0), (1.0,)).hockey_stick(np.array([epsilon]))[0]
    inside = -np.expm1(0.5 * (epsilon - theta)) if epsilon < theta else 0.0
    truth = inside if epsilon > -theta else -np.expm1(epsilon)
    assert value == pytest.approx(truth, rel=1e-11, abs=1e-15 * theta)


def test_a_far_laplace_component_keeps_its_left_half() -> None:
    """20 scales left of a shift the tail is 1 - 1e-9, which ten digits do not round to 1."""
    pair = ShiftMixture(LaplaceNoise(0.05), (0.7, 0.3), (0.7, 0.3))
    with workdps(40):
        truth = mpf(0.3) * (1 - exp(-1 / mpf(0.05)))  # at eps = 0 the two densities cross at 0
        assert relative_error(pair.hockey_stick(np.zeros(1))[0], truth) <= 1e-14


@pytest.mark.parametrize("scale", [0.05, 1.0, 50.0])
def test_profiles_of_1e_minus_100_and_less_keep_ten_digits(scale: float) -> None:
    case = ShiftCase("gaussian", scale, 2, 1, 0.2)
    twin, pair = case.twin, case.pair
    seen: list[float] = []
    for unit in (22.0, 30.0, 36.0):
        epsilon = float(twin.loss(twin.ends[1] + mpf(unit * scale)))
        truth = twin.hockey_stick(mpf(epsilon))
        assert relative_error(pair.hockey_stick(np.array([epsilon]))[0], truth) <= 1e-10
        seen.append(float(truth))
    assert seen[0] < 1e-100
    assert seen[-1] < 1e-250


def test_a_shift_of_a_millionth_of_the_noise() -> None:
    """Mills ratios that agree in six digits, and a difference that keeps eleven."""
    pair = ShiftMixture(GaussianNoise(1e6), (0.0, 1.0), (1.0,))
    epsilons = np.array([0.0, 1e-6, 5e-6])
    with workdps(60):
        for epsilon, value in zip(epsilons, pair.hockey_stick(epsilons), strict=True):
            assert relative_error(value, _gaussian(mpf("1e-6"), mpf(float(epsilon)))) <= 1e-11


def test_between_two_shifts_far_apart() -> None:
    """Insertion of 3 records at rate 0.999: left of 0 the loss is large, and 1 - e^eps would cancel all digits."""
    case = ShiftCase("laplace", 0.05, 0, 3, 0.999)
    for share in (0.42, 0.45):
        epsilon = float(case.twin.loss(mpf(-share)))
        truth = case.twin.hockey_stick(mpf(epsilon))
        assert 14.0 < epsilon < 17.0
        assert relative_error(case.pair.hockey_stick(np.array([epsilon]))[0], truth) <= 1e-10


def test_a_term_of_1e_minus_82_is_not_lost() -> None:
    """A weight of 1e-82 times a density of 1e-280: the product of the two is no float, that with Mills' ratio is."""
    case = ShiftCase("gaussian", 0.05, 16, 3, 1e-6)
    epsilon = float(case.twin.loss(mpf("12.2")))
    truth = case.twin.hockey_stick(mpf(epsilon))
    assert relative_error(case.pair.hockey_stick(np.array([epsilon]))[0], truth) <= 1e-10


@settings(max_examples=40)
@given(q=st.floats(1e-6, 1.0), sigma=st.floats(0.1, 10.0), epsilon=st.floats(-3.0, 3.0))
def test_poisson_removal_and_insertion(q: float, sigma: float, epsilon: float) -> None:
    """The two directions from the base profile alone (theory 3.1)."""
    noise = GaussianNoise(sigma)
    base = ShiftMixture(noise, (0.0, 1.0), (1.0,))
    remove = ShiftMixture(noise, (1.0 - q, q), (1.0,))
    at = np.array([epsilon])
    inner = 1.0 + np.expm1(epsilon) / q
    expected = q * base.hockey_stick(np.log(np.array([inner])))[0] if inner > 0.0 else -np.expm1(epsilon)
    assert remove.hockey_stick(at)[0] == pytest.approx(expected, rel=1e-7, abs=1e-13)


def test_the_usual_formula_where_it_still_has_digits() -> None:
    theta, epsilon = 1.0, np.linspace(-2.0, 3.0, 11)
    value = ShiftMixture(GaussianNoise(1.0), (0.0, 1.0), (1.0,)).hockey_stick(epsilon)
    plain = ndtr(theta / 2 - epsilon / theta) - np.exp(epsilon) * ndtr(-theta / 2 - epsilon / theta)
    np.testing.assert_allclose(value, plain, rtol=1e-12)
