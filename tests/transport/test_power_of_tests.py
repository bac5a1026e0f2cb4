"""The largest probability of a test at a distance."""

from __future__ import annotations

import numpy as np
import pytest

from tightdp.errors import CannotAnswer
from tightdp.mechanisms import DiscreteGaussian, EpsilonDelta, Gaussian, Laplace, RandomizedResponse
from tightdp.pairs.discrete import Discrete
from tightdp.pairs.pair import AbstractPair
from tightdp.pairs.weighted_sum import WeightedSum
from tightdp.transport.power_of_tests import power_of_tests

CHANCES = np.linspace(0.0, 1.0, 41)
PAIRS = [
    Gaussian(0.8).group_pair(1, "add-remove"),
    Laplace(0.7).group_pair(2, "add-remove"),
    RandomizedResponse(0.7, 3).group_pair(1, "add-remove"),
    EpsilonDelta(0.9, 0.1).group_pair(2, "add-remove"),
    DiscreteGaussian(1.1).group_pair(1, "add-remove"),
]


@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: type(pair).__name__)
def test_it_is_the_smallest_tangent(pair: AbstractPair) -> None:
    """``F(c) = min_t e^t c + d(t)``, over a fine grid of t and all atoms."""
    value, slopes = power_of_tests(pair, CHANCES)
    t = np.unique(np.concatenate([np.linspace(-12.0, 12.0, 20001), pair.nodes()]))
    tangents = np.exp(t)[:, None] * CHANCES[None, :] + pair.hockey_stick(t)[:, None]
    assert np.allclose(value, np.minimum(tangents.min(axis=0), 1.0), atol=2e-6)
    assert bool(np.all(value <= tangents.min(axis=0) + 1e-12))
    inner = (np.abs(slopes) < 30.0) & (value < 1.0)
    at = np.exp(slopes[inner]) * CHANCES[inner] + pair.hockey_stick(slopes[inner])
    assert np.allclose(at, value[inner], atol=1e-12)


def test_losses_beyond_the_range_of_floats() -> None:
    for scale in (1e-3, 1e-4):
        value, _ = power_of_tests(Laplace(scale).group_pair(1, "add-remove"), CHANCES)
        assert value.tolist() == [0.0] + [1.0] * 40
    value, slopes = power_of_tests(EpsilonDelta(1000.0, 0.1).group_pair(1, "add-remove"), CHANCES)
    assert value[1:].tolist() == pytest.approx([1.0] * 40)
    assert slopes[1] == -np.inf or abs(slopes[1]) == 1000.0


def test_everything_revealed() -> None:
    revealed = Discrete(np.empty(0), np.empty(0), np.empty(0), 1.0, 1.0)
    assert power_of_tests(revealed, CHANCES)[0].tolist() == [1.0] * 41


def test_pairs_without_a_closed_form_are_refused() -> None:
    mixture = Gaussian(1.0).extremal((0.5, 0.5), (1.0,), "add-remove")[0].pair
    with pytest.raises(CannotAnswer, match="no closed form here"):
        power_of_tests(mixture, CHANCES)
    with pytest.raises(CannotAnswer, match="only tables and single shifts have it in closed form"):
        power_of_tests(WeightedSum((1.0,), (1.0,), (mixture,)), CHANCES)
