"""Readouts: the sums as they are written."""

from __future__ import annotations

import math

import numpy as np
import pytest

from tightdp.pld.readout import MassReadout

MASSES = np.array([0.2, 0.3, 0.5])


@pytest.mark.parametrize("tilt", [0.0, 0.7, 50.0])
@pytest.mark.parametrize("at", [-0.5, 0.0, 0.3, 1.0, 1.9])
def test_sums_over_the_losses_above(tilt: float, at: float) -> None:
    weighed = MassReadout(0.0, 1.0, 3, tilt, MASSES, 0.0).weigh(at)
    gaps = [(loss - at, mass) for loss, mass in zip((0.0, 1.0, 2.0), MASSES, strict=True) if loss > at]
    assert weighed.inner == pytest.approx(sum(m * math.exp(-tilt * u) * -math.expm1(-u) for u, m in gaps))
    assert weighed.steep == pytest.approx(sum(m * math.exp(-(tilt + 1.0) * u) for u, m in gaps))


def test_its_error_is_that_of_each_mass() -> None:
    readout = MassReadout(0.0, 1.0, 3, 0.0, MASSES, 1e-3)
    assert readout.weigh(0.5).error == pytest.approx(1e-3 * (-math.expm1(-0.5) - math.expm1(-1.5)))
    assert readout.weigh(2.5).error == 0.0
    assert readout.top == 2.0
