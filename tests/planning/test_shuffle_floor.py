from __future__ import annotations

import math

import mpmath
import numpy as np
import pytest

from tightdp.accounting import Step, account
from tightdp.mechanisms import Gaussian
from tightdp.planning.shuffle_floor import ShuffleFloor
from tightdp.relations import AddRemove, Substitute
from tightdp.schemes import FullBatch, Poisson


def exact(floor: ShuffleFloor, threshold: float, epsilon: float) -> float:
    """One pass and one event in 30 digits."""
    with mpmath.workdps(30):
        sigma, rest = mpmath.mpf(floor.noise_multiplier), floor.batches - 1
        one = [
            1 - mpmath.ncdf((threshold - shift) / sigma) * mpmath.ncdf(threshold / sigma) ** rest for shift in (2, 1)
        ]
        return float(one[0] - mpmath.exp(epsilon) * one[1])


def test_the_stated_value() -> None:
    """sigma 0.5, T = 100, eps = 1: at least 0.4738105, where Poisson sampling says 0.0339."""
    floor = ShuffleFloor(0.5, 100)
    assert floor.delta(1.0) == pytest.approx(0.4738105, abs=2e-6)
    best = max(exact(floor, float(threshold), 1.0) for threshold in np.linspace(1.0, 3.0, 201))
    assert 0.47380 < floor.delta(1.0) <= best + 1e-9
    poisson = account(100 * Step(Gaussian(0.5), Poisson(0.01)), AddRemove()).delta(1.0)
    assert poisson.upper < 0.034 < floor.delta(1.0)


@pytest.mark.parametrize("epsilon", [0.0, 0.5, 2.0, 800.0])
@pytest.mark.parametrize("passes", [1, 7, 500])
def test_both_questions_have_one_answer(epsilon: float, passes: int) -> None:
    floor = ShuffleFloor(1.0, 100, passes)
    delta = floor.delta(epsilon)
    if delta > 0.0:
        assert floor.epsilon(delta * (1.0 - 1e-9)) >= epsilon - 1e-6
    if 0.0 < delta < 0.99:
        assert floor.epsilon(delta * 1.01) <= epsilon + 1e-9


@pytest.mark.parametrize("substituted", [False, True])
@pytest.mark.parametrize("passes", [1, 10])
def test_it_is_no_more_than_what_is_proven_without_amplification(passes: int, substituted: bool) -> None:
    floor = ShuffleFloor(1.0, 100, passes, substituted=substituted)
    relation = Substitute() if substituted else AddRemove()
    proven = account(passes * Step(Gaussian(1.0), FullBatch()), relation)
    assert 0.0 < floor.epsilon(1e-5) <= proven.epsilon(1e-5).upper
    assert floor.delta(1.0) <= proven.delta(1.0).upper


def test_simulated_passes_agree() -> None:
    """Two passes of four batches: the number of passes above a threshold, drawn."""
    generator = np.random.default_rng(1)
    floor = ShuffleFloor(0.5, 4, 2, coverage=0.8)
    drawn: list[np.ndarray] = []
    for shift in (2.0, 1.0):
        sums = 0.5 * generator.standard_normal((200_000, 2, 4))
        sums[:, :, 0] += shift * (generator.random((200_000, 2)) < 0.8)
        drawn.append(sums.max(axis=2))
    best = 0.0
    for threshold in np.linspace(0.5, 2.5, 41):
        counts = [(largest >= threshold).sum(axis=1) for largest in drawn]
        for least in (1, 2):
            p, q = ((count >= least).mean() for count in counts)
            best = max(best, p - math.exp(0.5) * q)
    assert floor.delta(0.5) == pytest.approx(best, abs=5e-3)


def test_less_coverage_and_more_noise_leak_less() -> None:
    values = [
        ShuffleFloor(noise, 50, 3, coverage).delta(1.0) for noise, coverage in ((0.5, 1.0), (0.5, 0.7), (1.0, 0.7))
    ]
    assert values == sorted(values, reverse=True)


def test_without_noise_everything_is_seen() -> None:
    assert ShuffleFloor(0.0, 10).delta(5.0) == 1.0
    assert ShuffleFloor(0.0, 10, 2, 0.5).delta(5.0) == pytest.approx(0.75)
    assert ShuffleFloor(0.0, 10, 2, 0.5).epsilon(0.1) == math.inf
    assert ShuffleFloor(0.0, 10, 2, 0.5).epsilon(0.8) == 0.0
