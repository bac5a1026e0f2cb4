"""The slow twin of compositions is itself right: closed forms, one step, and two steps by plain quadrature."""

from __future__ import annotations

import math

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.special import ndtr

from twins.changed_batches import hypergeometric, poisson_shifts
from twins.contour import deltas
from twins.displaced_line import MixtureStep

Array = NDArray[np.float64]


def gaussian_profile(mu: float, epsilon: float) -> float:
    return float(ndtr(mu / 2.0 - epsilon / mu) - math.exp(epsilon) * ndtr(-mu / 2.0 - epsilon / mu))


def removal_profile(rate: float, scale: float, epsilons: Array) -> Array:
    """One removed record under Poisson sampling, one step, by its threshold."""
    reached = np.expm1(epsilons) / rate
    z = 0.5 + scale**2 * np.log1p(np.where(reached > -1.0, reached, 0.0))
    above = (1.0 - rate) * ndtr(-z / scale) + rate * ndtr((1.0 - z) / scale) - np.exp(epsilons) * ndtr(-z / scale)
    return np.where(reached > -1.0, above, -np.expm1(epsilons))


def two_removals(rate: float, scale: float, epsilon: float) -> float:
    """The profile of one step, averaged over the loss of the other."""
    z, spacing = np.linspace(-13.0 * scale, 1.0 + 14.0 * scale, 200_001, retstep=True)
    normal = np.exp(-0.5 * (z / scale) ** 2) / scale / math.sqrt(2.0 * math.pi)
    ratio = rate * np.expm1((2.0 * z - 1.0) / (2.0 * scale**2))
    density = normal * (1.0 + ratio)
    return float((density * removal_profile(rate, scale, epsilon - np.log1p(ratio))).sum() * spacing)


@pytest.mark.parametrize(("scale", "steps", "epsilon"), [(5.0, 100, 3.0), (0.5, 4, 20.0), (20.0, 1000, 9.0)])
def test_full_batches_are_one_gaussian(scale: float, steps: int, epsilon: float) -> None:
    exact = gaussian_profile(math.sqrt(steps) / scale, epsilon)
    found, error = deltas([MixtureStep(((1.0, 1.0),), ((0.0, 1.0),), scale, steps)], [epsilon], exact)
    assert found[0] == pytest.approx(exact, rel=1e-11)
    assert error[0] <= 2e-9 * exact


@pytest.mark.parametrize(("rate", "scale", "epsilon"), [(0.3, 1.0, 0.5), (0.01, 1.0, 0.05), (0.1, 0.5, 4.0)])
def test_one_step(rate: float, scale: float, epsilon: float) -> None:
    exact = float(removal_profile(rate, scale, np.array([epsilon]))[0])
    found, _ = deltas([MixtureStep(*poisson_shifts(rate, 1, 0), scale, 1)], [epsilon], exact)
    assert found[0] == pytest.approx(exact, rel=1e-9)


@pytest.mark.parametrize(
    ("rate", "scale", "epsilon"), [(0.3, 1.0, 1.0), (0.01, 0.7, 1.0), (0.016, 3.9, 0.137), (5.7e-4, 3.84, 0.00221)]
)
def test_two_steps(rate: float, scale: float, epsilon: float) -> None:
    """Among them two where the bulk and the rarest losses would each ask for a tilt of their own."""
    exact = two_removals(rate, scale, epsilon)
    found, error = deltas([MixtureStep(*poisson_shifts(rate, 1, 0), scale, 2)], [epsilon], exact)
    assert abs(found[0] - exact) <= error[0] + 1e-9 * exact


@pytest.mark.parametrize("split", [(1, 0), (0, 1), (2, 1), (3, 3)])
def test_a_finer_rule_agrees(split: tuple[int, int]) -> None:
    steps = [MixtureStep(*poisson_shifts(0.02, *split), 1.2, 300), MixtureStep(*poisson_shifts(0.3, *split), 9.0, 40)]
    coarse, error = deltas(steps, [2.0], 1e-7)
    fine, _ = deltas(steps, [2.0], 1e-7, fine=2.0)
    assert coarse[0] == pytest.approx(fine[0], rel=1e-10)
    assert error[0] <= 1e-6 * fine[0]


def test_chances_of_changed_records_sum_to_one() -> None:
    assert sum(hypergeometric(7, 3, 2)) == 1
    assert [float(chance) for chance in hypergeometric(4, 1, 2)] == [0.5, 0.5]
