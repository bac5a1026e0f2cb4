from __future__ import annotations

import numpy as np
import pytest

from tightdp.auditing.shift_release import BareRelease, Pull, ShiftRelease
from tightdp.pairs.gaussian_noise import GaussianNoise

PLACES = np.array([0, 1, 2, -1, -3])


def no_noise(_: np.random.Generator, count: int) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    return np.zeros(count)


def test_records_of_x_pull_up_and_those_of_the_other_pull_down() -> None:
    assert Pull(2.0, 0.5).moved(PLACES).tolist() == [0.0, 2.0, 4.0, -0.5, -1.5]
    assert [Pull(2.0, 0.0).seen(place) for place in (0, 2, -3)] == [0, 2, 0]
    assert [Pull(0.0, 1.0).seen(place) for place in (0, 2, -3)] == [0, 0, -3]


def test_a_sum_has_its_noise_added_and_its_density() -> None:
    release = ShiftRelease(GaussianNoise(2.0), no_noise, Pull(1.0, 1.0))
    rng = np.random.default_rng(1)
    outputs = release.sample(PLACES, rng)
    assert outputs.tolist() == [0.0, 1.0, 2.0, -1.0, -3.0]
    assert release.log_density(outputs, 2) == pytest.approx((2.0 * outputs * 2.0 - 4.0) / 8.0)
    assert release.log_density(outputs, -1) == pytest.approx((-2.0 * outputs - 1.0) / 8.0)
    assert release.seen(-4) == -4


def test_without_noise_the_sum_is_what_it_is() -> None:
    release = BareRelease(Pull(1.0, 0.0))
    outputs = release.sample(PLACES, np.random.default_rng(1))
    assert outputs.tolist() == [0.0, 1.0, 2.0, 0.0, 0.0]
    assert release.log_density(outputs, 1).tolist() == [-np.inf, 0.0, -np.inf, -np.inf, -np.inf]
    assert release.seen(-2) == 0
