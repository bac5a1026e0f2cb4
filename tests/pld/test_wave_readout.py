"""Readings by frequencies against the same masses summed one by one."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tightdp.pld.readout import MassReadout
from tightdp.pld.wave_readout import WaveReadout

SIZE, SPACING, START, FIRST = 400, 0.01, -1.3, -130


def bell() -> np.ndarray:
    """Smooth masses, so that few frequencies are left."""
    masses = np.exp(-0.5 * ((np.arange(SIZE) - 210.0) / 20.0) ** 2)
    return masses / masses.sum()


def by_waves(tilt: float, reach: int) -> WaveReadout:
    """Masses at places FIRST, FIRST + 1, ...; the transform counts places from 0."""
    values = np.fft.rfft(np.roll(bell(), FIRST))[:reach]
    return WaveReadout(START, SPACING, SIZE, tilt, FIRST, values, np.zeros(reach), 0.0)


@given(at=st.floats(-1.4, 2.6), tilt=st.sampled_from([0.0, 1e-9, 0.3, 8.0, 300.0]))
def test_it_weighs_as_the_masses_do(at: float, tilt: float) -> None:
    plain = MassReadout(START, SPACING, SIZE, tilt, bell(), 0.0).weigh(at)
    found = by_waves(tilt, SIZE // 2 + 1).weigh(at)
    # The highest of an even number of frequencies counts once, not twice, and is negligible here.
    assert abs(found.inner - plain.inner) <= found.error + 1e-15
    assert found.steep == pytest.approx(plain.steep, rel=1e-9, abs=1e-14)
    assert found.error <= 1e-11


def test_what_is_left_out_is_bounded() -> None:
    short = by_waves(0.0, 12)
    beyond = float(np.abs(np.fft.rfft(bell()))[12:].max())
    bounded = WaveReadout(START, SPACING, SIZE, 0.0, FIRST, short.values, short.errors, beyond)
    for at in np.linspace(-1.0, 2.5, 36):
        plain = MassReadout(START, SPACING, SIZE, 0.0, bell(), 0.0).weigh(float(at))
        found = bounded.weigh(float(at))
        assert abs(found.inner - plain.inner) <= found.error


def test_errors_of_the_transform_are_passed_on() -> None:
    exact = by_waves(2.0, 60)
    spoiled = WaveReadout(START, SPACING, SIZE, 2.0, FIRST, exact.values + 1e-6, np.full(60, 1e-6), 0.0)
    for at in (-0.5, 0.4, 1.2):
        assert abs(spoiled.weigh(at).inner - exact.weigh(at).inner) <= spoiled.weigh(at).error


def test_above_the_window_there_is_nothing() -> None:
    assert by_waves(0.0, 20).weigh(2.75).inner == 0.0
