from __future__ import annotations

import math

import numpy as np
import pytest

from tightdp.auditing.bare_release import BareRelease
from tightdp.auditing.loss_score import LossScore
from tightdp.auditing.pull import Pull
from tightdp.auditing.shift_release import ShiftRelease
from tightdp.pairs.gaussian_noise import GaussianNoise
from tightdp.pairs.shift_loss import loss_at
from tightdp.pairs.shift_mixture import ShiftMixture
from tightdp.schemes import ChangedCounts

COUNTS = ChangedCounts((0.5, 0.3, 0.2), (0.9, 0.1), "add-remove")


def standard(rng: np.random.Generator, count: int) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    return rng.standard_normal(count)


def test_the_score_is_the_loss_of_the_pair() -> None:
    score = LossScore.of(ShiftRelease(GaussianNoise(1.0), standard, Pull(1.0, 1.0)), COUNTS)
    z = np.linspace(-5.0, 5.0, 41)
    pair = ShiftMixture(GaussianNoise(1.0), COUNTS.p, COUNTS.q, 1.0)
    assert score(z) == pytest.approx(loss_at(pair.noise, *pair.sides, z), abs=1e-12)


def test_places_that_look_alike_are_taken_together() -> None:
    score = LossScore.of(ShiftRelease(GaussianNoise(1.0), standard, Pull(1.0, 0.0)), COUNTS)
    assert dict(score.below) == {0: pytest.approx(1.0)}
    assert set(score.above) == {0, 1, 2}


def test_what_cannot_happen_has_an_infinite_loss_or_none() -> None:
    score = LossScore.of(BareRelease(Pull(1.0, 1.0)), COUNTS)
    assert score(np.array([2.0, 0.0, -1.0, 7.0])).tolist() == [
        math.inf,
        pytest.approx(math.log(0.5 / 0.9)),
        -math.inf,
        0.0,
    ]


def test_negligible_numbers_are_left_out() -> None:
    counts = ChangedCounts((1.0 - 1e-14, 1e-14), (1.0,), "add-remove")
    assert set(LossScore.of(BareRelease(Pull(1.0, 1.0)), counts).above) == {0}
