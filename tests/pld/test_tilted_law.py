"""Tilted laws: masses, moments, and no overflow."""

from __future__ import annotations

import math

import numpy as np
import pytest

from tightdp.pld.grid_law import GridLaw
from tightdp.pld.tilted_law import tilted_law

LAW = GridLaw(0.1, 0.5, np.array([-1, 0, 2]), np.array([0.25, 0.5, 0.125]), 0.125)


@pytest.mark.parametrize("tilt", [0.0, 1.5])
def test_masses_and_moments_as_written(tilt: float) -> None:
    law = tilted_law(LAW, tilt)
    weights = LAW.masses * np.exp(tilt * LAW.losses())
    np.testing.assert_allclose(law.masses, weights / weights.sum())
    assert law.log_moment == pytest.approx(math.log(weights.sum()))
    assert law.mean == pytest.approx(float((law.masses * LAW.losses()).sum()))
    assert law.size == pytest.approx(float((law.masses * np.abs(LAW.losses())).sum()))
    assert law.log_moment_at(0.7) == pytest.approx(math.log((law.masses * np.exp(0.7 * LAW.losses())).sum()))


def test_a_tilt_beyond_the_range_of_floats() -> None:
    law = tilted_law(LAW, 2000.0)
    assert law.log_moment == pytest.approx(math.log(0.125) + 2000.0 * 1.1)
    np.testing.assert_allclose(law.masses, [0.0, 0.0, 1.0])
