from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from mpmath import exp, log, mpf, workdps

from tightdp.pairs.laplace_noise import LaplaceNoise
from twins.nearness import relative_error

SCALES = [1e-3, 0.05, 1.0, 1000.0]
UNITS = [-600.0, -3.0, -0.5, 0.0, 0.25, 1.0, 7.0, 700.0]


@pytest.mark.parametrize("scale", SCALES)
def test_density_tail_and_mills_ratio(scale: float) -> None:
    noise = LaplaceNoise(scale)
    for unit in UNITS:
        z = unit * scale
        at = np.array([z])
        with workdps(50):
            x = mpf(z) / mpf(scale)
            density = exp(-abs(x)) / (2 * mpf(scale))
            tail = exp(-x) / 2 if x >= 0 else 1 - exp(x) / 2
            assert abs(noise.log_density(at)[0] - log(density)) <= 4e-16 * (4 + abs(x))
            assert relative_error(noise.mills(at)[0], tail / density) <= 4e-16 * (4 + abs(x))
            assert noise.score(at)[0] == np.sign(z) / scale
            if z >= 0.0:
                assert abs(noise.log_tail(at)[0] - log(tail)) <= 4e-16 * (1 + x)
                assert relative_error(noise.tail(at)[0], tail) <= 4e-16 * (1 + x)


@given(
    z=st.floats(-1e3, 1e3), shift=st.floats(1e-3, 50.0), scale=st.floats(1e-3, 1e3), side=st.sampled_from([-1.0, 1.0])
)
def test_the_log_ratio(z: float, shift: float, scale: float, side: float) -> None:
    ratio = LaplaceNoise(scale).log_ratio(np.array([z]), np.array(side * shift))
    with workdps(50):
        truth = (abs(mpf(z)) - abs(mpf(z) - side * mpf(shift))) / mpf(scale)
        assert abs(ratio[0] - truth) <= 1e-15 * shift / scale


@given(share=st.floats(0.0, 1.0, exclude_max=True), shift=st.floats(1e-3, 50.0), scale=st.floats(1e-3, 1e3))
def test_the_inverse_between_the_plateaus(share: float, shift: float, scale: float) -> None:
    noise = LaplaceNoise(scale)
    z = share * shift
    ratio = noise.log_ratio(np.array([z]), np.array(shift))
    inside = np.clip(noise.invert_log_ratio(ratio, shift), 0.0, shift)  # at its ends the ratio may round beyond them
    assert inside[0] == pytest.approx(z, abs=1e-15 * shift)


def test_the_inverse_on_and_beyond_the_plateaus() -> None:
    z = LaplaceNoise(0.5).invert_log_ratio(np.array([-4.1, -4.0, 3.9, 4.0, 4.1]), 2.0)
    assert z.tolist() == [-np.inf, 0.0, pytest.approx(1.975), np.inf, np.inf]


@given(
    z=st.floats(-20.0, 60.0),
    shift=st.floats(-9.0, 1.5).map(lambda x: 10.0**x),
    side=st.sampled_from([-1.0, 1.0]),
)
def test_the_difference_of_two_mills_ratios(z: float, shift: float, side: float) -> None:
    """``m = b`` right of 0 and ``b (2 e^(-z / b) - 1)`` left of it; all digits, however small the shift."""
    shift = side * shift
    value = LaplaceNoise(2.0).mills_gain(np.array([z]), shift)[0]
    with workdps(60):
        ends = [2 * exp(max(mpf(0), -x) / 2) for x in (mpf(z) - mpf(shift), mpf(z))]
        slack = 1e-15 * (abs(z) + abs(shift))  # of z - shift
        assert abs(value - 2 * (ends[0] - ends[1])) <= 1e-14 * abs(value) + 2 * slack * max(ends)


def test_its_length_and_its_reach() -> None:
    noise = LaplaceNoise(3.0)
    assert not noise.is_smooth
    assert noise.spread == 3.0
    assert noise.tail(np.array([noise.reach]))[0] < 1e-320
