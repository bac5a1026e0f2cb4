from __future__ import annotations

import math

import numpy as np
import pytest

from tightdp import AddRemove, CannotAnswer, FullBatch, Gaussian, InvalidInput, Poisson, Step, account
from tightdp.integrations.shift_multiples import gaussian_mixture, shifted_by
from tightdp.pairs.gaussian_noise import GaussianNoise
from tightdp.pairs.shift_mixture import ShiftMixture
from tightdp.pairs.swapped import Swapped


def test_multiples_are_the_shifts_of_the_pair() -> None:
    """Against the mixture of shifts itself, both ways round."""
    answer = account(Step(Gaussian(2.0), shifted_by((0, 1, 3), (0.5, 0.3, 0.2))), AddRemove())
    pair = ShiftMixture(GaussianNoise(2.0), (0.5, 0.3, 0.0, 0.2), (1.0,), 1.0)
    epsilons = np.array([0.0, 0.1, 0.7])
    wanted = np.maximum(pair.hockey_stick(epsilons), Swapped(pair).hockey_stick(epsilons))
    for found, exact in zip(answer.profile(epsilons), wanted, strict=True):
        assert found.lower <= exact * (1 + 1e-9)
        assert found.upper >= exact * (1 - 1e-9)
        assert found.upper == pytest.approx(exact, rel=1e-3)


def test_batches_drawn_one_by_one_and_added_up_leak_more_than_one_of_their_total_size() -> None:
    """16 Poisson batches of 64 out of 14732 a step, 42 steps: the record counts Bin(16, q) times, not Bin(1, 16 q)."""
    rate, batches = 64 / 14732, 16
    counts = tuple(range(8))
    chances = [math.comb(batches, i) * rate**i * (1.0 - rate) ** (batches - i) for i in counts]
    chances[-1] += 1.0 - math.fsum(chances)  # 8 and more are rarer than 1e-14
    added = account(42 * Step(Gaussian(0.901), shifted_by(counts, tuple(chances))), AddRemove()).epsilon(2e-5)
    one = account(42 * Step(Gaussian(0.901), Poisson(batches * rate)), AddRemove()).epsilon(2e-5)
    assert (round(added.upper, 2), round(one.upper, 2)) == (5.55, 4.0)


def test_equal_laws_are_one_object() -> None:
    assert shifted_by((0, 2), (0.5, 0.5)) is shifted_by((0, 2), (0.5, 0.5))


def test_named_cases_are_named() -> None:
    assert gaussian_mixture(2.0, (1.0,), (1.0,)) == Step(Gaussian(2.0), FullBatch())
    assert gaussian_mixture(1.0, (0.5,), (1.0,)) == Step(Gaussian(2.0), FullBatch())
    assert gaussian_mixture(1.0, (0.0, 0.5), (0.75, 0.25)) == Step(Gaussian(2.0), Poisson(0.25))
    assert gaussian_mixture(1.0, (0.0, 2.0), (1.0, 0.0)) is None


def test_the_unit_is_rounded_up() -> None:
    """0.3 is a little less than 3 times 0.1 in doubles, and 0.6 / 0.2 a little more than 2.99...: none may shrink."""
    for values in ((0.1, 0.3), (0.2, 0.6), (0.1, 0.7)):
        step = gaussian_mixture(1.0, values, (0.5, 0.5))
        assert step is not None
        assert isinstance(step.mechanism, Gaussian)
        unit = 1.0 / step.mechanism.noise_multiplier
        assert all(c <= round(c / values[0]) * unit * (1 + 1e-15) for c in values)


def test_sensitivities_without_a_unit_are_refused() -> None:
    with pytest.raises(CannotAnswer, match="not all multiples of the smallest one"):
        gaussian_mixture(1.0, (1.0, 1.5), (0.5, 0.5))
    with pytest.raises(CannotAnswer, match="multiples of the smallest"):
        gaussian_mixture(1.0, (1e-6, 1.0), (0.5, 0.5))


@pytest.mark.parametrize("chances", [(0.5,), (0.5, 0.6)])
def test_chances_that_do_not_fit_are_refused(chances: tuple[float, ...]) -> None:
    with pytest.raises(InvalidInput, match="one probability for each sensitivity"):
        gaussian_mixture(1.0, (0.0, 1.0), chances)
    with pytest.raises(InvalidInput, match="sensitivities must be a finite number"):
        gaussian_mixture(1.0, (0.0, -1.0), (0.5, 0.5))
