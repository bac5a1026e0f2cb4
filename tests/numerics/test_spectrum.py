"""Powers by transform against powers by convolution in exact fractions, within the error that is stated."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from tightdp.numerics.spectrum import LogSpectrum, invert
from twins.cyclic_powers import coin_flips, cyclic_power, cyclic_product

WEIGHTS = st.lists(st.integers(0, 1000), min_size=1, max_size=9).filter(any)


Array = NDArray[np.float64]


def as_law(weights: list[int]) -> Array:
    values = np.array(weights, dtype=np.float64)
    return values / values.sum()


def log_spectrum(masses: Array, first: int, size: int, count: int) -> LogSpectrum:
    return LogSpectrum.neutral(size).times(masses, first, count)


@given(weights=WEIGHTS, first=st.integers(-6, 3), size=st.sampled_from([4, 7, 16, 30]), count=st.integers(1, 5))
def test_a_power_is_repeated_convolution(weights: list[int], first: int, size: int, count: int) -> None:
    law = as_law(weights)
    masses, error = invert(log_spectrum(law, first, size, count))
    exact = cyclic_power(law.tolist(), first, size, count)
    assert np.abs(masses - np.array([float(x) for x in exact])).max() <= error + 1e-16 * count
    assert error <= 1e-10
    assert masses.min() >= 0.0


@given(first=WEIGHTS, second=WEIGHTS, start=st.integers(-4, 4))
def test_a_product_of_spectra_convolves(first: list[int], second: list[int], start: int) -> None:
    one, two = as_law(first), as_law(second)
    both, error = invert(log_spectrum(one, start, 16, 1).times(two, -1, 2))
    exact = cyclic_product(cyclic_power(one.tolist(), start, 16, 1), cyclic_power(two.tolist(), -1, 16, 2), 16)
    np.testing.assert_allclose(both, [float(x) for x in exact], rtol=0.0, atol=error + 1e-15)


@pytest.mark.parametrize("count", [10, 10**4, 10**6])
def test_many_steps_keep_their_precision(count: int) -> None:
    """A step of -1, 0 or 1 is two coin flips less one, so ``count`` steps are binomial."""
    size = 1 << 14
    masses, error = invert(log_spectrum(np.array([0.25, 0.5, 0.25]), -1, size, count))
    reach = min(count, 5000)
    exact = coin_flips(2 * count, reach)
    got = np.concatenate([masses[-reach:], masses[: reach + 1]])
    worst = float(np.abs(got - exact).max())
    assert worst <= error
    assert error <= 1e-11
    assert worst <= 1e-15


def test_a_law_off_the_origin_is_transformed_as_it_is() -> None:
    """Without 0 in its range there are no tails to sum, and the error is still honest."""
    masses, error = invert(log_spectrum(np.array([0.5, 0.5]), 3, 32, 4))
    assert np.abs(masses - [float(x) for x in cyclic_power([0.5, 0.5], 3, 32, 4)]).max() <= error


def test_a_frequency_without_mass() -> None:
    """The transform of two equal masses half the group apart is 0 at odd frequencies."""
    spectrum = log_spectrum(np.array([0.5, 0.0, 0.5]), 0, 4, 3)
    assert spectrum.log[1].real <= -2000.0
    masses, error = invert(spectrum)
    np.testing.assert_allclose(masses, [0.5, 0.0, 0.5, 0.0], rtol=0.0, atol=error)


def test_negligible_frequencies_are_left_out_for_good() -> None:
    """Many steps leave only low frequencies; factors that follow are transformed there alone."""
    size = 1 << 13
    three = np.array([0.25, 0.5, 0.25])
    spectrum = log_spectrum(three, -1, size, 50_000)
    assert spectrum.reach < size // 40
    masses, error = invert(spectrum.times(three, -1, 50_000))
    exact = coin_flips(200_000, size // 2 - 1)
    got = np.concatenate([masses[1 - size // 2 :], masses[: size // 2]])
    assert float(np.abs(got - exact).max()) <= error <= 1e-11


def test_the_neutral_spectrum_is_the_law_at_zero() -> None:
    assert invert(LogSpectrum.neutral(8))[0].tolist() == [1.0] + [0.0] * 7


def test_a_frequency_that_nearly_vanishes_keeps_its_digits() -> None:
    """A step from -40 to 40 with Gaussian masses: beyond a few frequencies the transform is far below rounding.

    The modulus must come from ``1 + excess`` itself; from its square it would be off by the root of the rounding.
    """
    k = np.arange(-40, 41)
    law = np.exp(-0.5 * (k / 6.0) ** 2)
    law /= law.sum()
    masses, error = invert(log_spectrum(law, -40, 128, 1))
    expected = np.zeros(128)
    expected[k % 128] = law
    worst = float(np.abs(masses - expected).max())
    assert worst <= error <= 1e-13
    assert worst <= 1e-16


def test_frequencies_that_are_left_out_are_counted() -> None:
    law = np.array([0.25, 0.5, 0.25])
    spectrum = log_spectrum(law, -1, 1 << 12, 10**6)
    assert spectrum.reach < 1 << 9
    assert 0.0 < spectrum.left_out <= (1 << 12) * np.exp(-80.0)
