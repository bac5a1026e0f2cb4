from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from mpmath import erfc, exp, log, mpf, pi, sqrt, workdps

from tightdp.pairs.gaussian_noise import GaussianNoise
from twins.nearness import relative_error
from twins.shift_pairs import Number

SCALES = [1e-3, 0.05, 1.0, 1000.0]
UNITS = [-30.0, -3.0, -0.5, 0.0, 0.25, 1.0, 7.0, 38.0]


@pytest.mark.parametrize("scale", SCALES)
def test_density_tail_and_mills_ratio(scale: float) -> None:
    noise = GaussianNoise(scale)
    for unit in UNITS:
        z = unit * scale
        at = np.array([z])
        with workdps(50):
            x = mpf(z) / mpf(scale)
            density = exp(-x * x / 2) / (mpf(scale) * sqrt(2 * pi))
            tail = erfc(x / sqrt(mpf(2))) / 2
            assert abs(noise.log_density(at)[0] - log(density)) <= 2e-16 * (8 + x * x)
            assert relative_error(noise.mills(at)[0], tail / density) <= 2e-15 * (1 + x * x)
            assert relative_error(noise.score(at)[0], x / mpf(scale)) <= 4e-16
            if z >= 0.0:
                assert abs(noise.log_tail(at)[0] - log(tail)) <= 2e-16 * (8 + x * x)
            if 0.0 <= unit <= 37.0:
                assert relative_error(noise.tail(at)[0], tail) <= 2e-14


def test_a_tail_far_below_the_smallest_float() -> None:
    with workdps(50):
        truth = float(log(erfc(mpf(1000) / sqrt(mpf(2))) / 2))
    assert GaussianNoise(0.5).log_tail(np.array([500.0]))[0] == pytest.approx(truth, rel=1e-15)


@given(
    z=st.floats(-1e3, 1e3), shift=st.floats(1e-3, 50.0), scale=st.floats(1e-3, 1e3), side=st.sampled_from([-1.0, 1.0])
)
def test_the_log_ratio_and_its_inverse(z: float, shift: float, scale: float, side: float) -> None:
    noise = GaussianNoise(scale)
    ratio = noise.log_ratio(np.array([z]), np.array(side * shift))
    with workdps(50):
        s, b = side * mpf(shift), mpf(scale)
        truth = (mpf(z) ** 2 - (mpf(z) - s) ** 2) / (2 * b * b)
        assert abs(ratio[0] - truth) <= 1e-15 * shift * (abs(z) + shift) / scale**2
    if side > 0.0:
        assert noise.invert_log_ratio(ratio, shift)[0] == pytest.approx(z, abs=1e-14 * (abs(z) + shift))


@pytest.mark.parametrize("step", [1e-9, 1e-5, 0.9e-3, 1.1e-3, 0.1, 3.0])
@pytest.mark.parametrize("side", [-1.0, 1.0])
def test_the_difference_of_two_mills_ratios(step: float, side: float) -> None:
    """Ten digits, however small the shift is against the noise."""
    noise, shift = GaussianNoise(2.0), side * 2.0 * step
    for unit in (-30.0, -3.0, 0.0, 0.7, 5.0, 36.0):
        with workdps(80):
            z, s = mpf(2.0 * unit), mpf(shift)
            truth = (_mills(z - s) - _mills(z)) * 2
            assert relative_error(noise.mills_gain(np.array([2.0 * unit]), shift)[0], truth) <= 1e-11


def _mills(z: Number) -> Number:
    x = z / 2
    return sqrt(pi / 2) * erfc(x / sqrt(mpf(2))) * exp(x * x / 2)


def test_its_length_and_its_reach() -> None:
    noise = GaussianNoise(3.0)
    assert noise.is_smooth
    assert noise.spread == 3.0
    assert noise.tail(np.array([noise.reach]))[0] < 1e-320
