"""Powers of characteristic functions at low frequencies, and what is said of all others."""

from __future__ import annotations

import mpmath
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from mpmath import mpf, workdps

from tightdp.numerics.waves import Waves

PLACES = np.array([-3, -1, 0, 1, 2, 40, 4000])
MASSES = np.array([0.1, 0.2, 0.3, 0.25, 0.1, 0.04999, 0.00001])


@pytest.mark.parametrize("count", [1, 50, 10**6])
def test_the_power_in_forty_digits(count: int) -> None:
    size, reach = 10**6, 12
    waves = Waves.neutral(size, reach).times(PLACES, MASSES, count)
    with workdps(40):
        whole = sum(mpf(float(m)) for m in MASSES)
        for k in range(reach):
            angles = [-2 * mpmath.pi * k * int(x) / size for x in PLACES]
            phi = sum(mpf(float(m)) * mpmath.expj(a) for m, a in zip(MASSES, angles, strict=True)) / whole
            truth = count * mpmath.log(phi)
            turns = mpmath.nint((waves.log[k].imag - truth.imag) / (2 * mpmath.pi))
            off = abs(mpmath.mpc(complex(waves.log[k])) - truth - 2j * mpmath.pi * turns)
            assert off <= waves.error[k] + 1e-14 * count * abs(sum(MASSES) - 1.0)
            assert waves.error[k] <= 1e-11 * max(1.0, float(abs(truth)))


@given(
    masses=st.lists(st.floats(1e-3, 1.0), min_size=3, max_size=40),
    far=st.integers(50, 5000),
    reach=st.integers(2, 60),
)
def test_no_higher_frequency_exceeds_the_bound(masses: list[float], far: int, reach: int) -> None:
    size = 1 << 14
    values = np.array([*masses, 0.01])
    values /= values.sum()
    places = np.append(np.arange(len(masses)) - len(masses) // 2, far)
    waves = Waves.neutral(size, reach).times(places, values, 1)
    dense = np.zeros(size)
    np.add.at(dense, places % size, values)
    moduli = np.abs(np.fft.rfft(dense))
    assert moduli[reach:].max() <= waves.beyond + 1e-12


def test_the_bound_is_of_use() -> None:
    """A bell of deviation 20: from a few deviations on in frequency the bound falls fast."""
    places = np.arange(-100, 101)
    masses = np.exp(-0.5 * (places / 20.0) ** 2)
    waves = Waves.neutral(4096, 60).times(places, masses / masses.sum(), 1000)
    assert waves.beyond <= 1e-30


def test_parts_add_up() -> None:
    once = Waves.neutral(1000, 9).times(PLACES, MASSES, 3).times(PLACES, MASSES, 4)
    whole = Waves.neutral(1000, 9).times(PLACES, MASSES, 7)
    np.testing.assert_allclose(once.log, whole.log, atol=1e-12)
    np.testing.assert_allclose(once.decay, whole.decay, atol=1e-12)


def test_mass_far_from_the_mean_bounds_as_well() -> None:
    """Two bells at a great distance, with their mean between them."""
    bell = np.exp(-0.5 * (np.arange(-60, 61) / 12.0) ** 2)
    places = np.concatenate([np.arange(-60, 61) - 9000, np.arange(-60, 61) + 9000])
    masses = np.concatenate([bell, bell]) / (2.0 * bell.sum())
    waves = Waves.neutral(1 << 17, 2000).times(places, masses, 300)
    assert waves.beyond <= 1e-20
