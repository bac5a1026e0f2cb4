from __future__ import annotations

import numpy as np
import pytest

from tightdp.auditing.pull import Pull
from tightdp.auditing.shift_release import ShiftRelease
from tightdp.pairs.gaussian_noise import GaussianNoise

PLACES = np.array([0, 1, 2, -1, -3])


def no_noise(_: np.random.Generator, count: int) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    return np.zeros(count)


def test_a_sum_has_its_noise_added_and_its_density() -> None:
    release = ShiftRelease(GaussianNoise(2.0), no_noise, Pull(1.0, 1.0))
    rng = np.random.default_rng(1)
    outputs = release.sample(PLACES, rng)
    assert outputs.tolist() == [0.0, 1.0, 2.0, -1.0, -3.0]
    assert release.log_density(outputs, 2) == pytest.approx((2.0 * outputs * 2.0 - 4.0) / 8.0)
    assert release.log_density(outputs, -1) == pytest.approx((-2.0 * outputs - 1.0) / 8.0)
    assert release.seen(-4) == -4
