"""B18 Theorem 6 with chords above and tangents below."""

from __future__ import annotations

import numpy as np
import pytest

from tightdp.divergences.renyi import renyi_of
from tightdp.divergences.renyi_from_profile import renyi_from_profile
from tightdp.pairs.discrete import Discrete
from tightdp.pairs.gaussian_noise import GaussianNoise
from tightdp.pairs.laplace_noise import LaplaceNoise
from tightdp.pairs.pair import AbstractPair
from tightdp.pairs.shift_mixture import ShiftMixture
from tightdp.pairs.swapped import swap

ORDERS = np.array([0.5, 0.8, 1.0, 1.0001, 1.5, 4.0, 30.0])
TABLE = Discrete.from_masses(np.array([0.5, 0.3, 0.2]), np.array([0.1, 0.2, 0.7]))


@pytest.mark.parametrize("points", [20, 200, 2000])
@pytest.mark.parametrize("pair", [ShiftMixture(LaplaceNoise(1.0), (0.9, 0.1), (0.8, 0.2)), TABLE])
def test_the_ends_hold_the_divergence_and_close_in(pair: AbstractPair, points: int) -> None:
    top = max(pair.support.highest, -pair.support.lowest)
    ends = renyi_from_profile(pair.hockey_stick, swap(pair).hockey_stick, ORDERS, np.linspace(0.0, top, points))
    exact = renyi_of(pair, ORDERS)
    assert np.all(ends.lower <= exact.upper * (1.0 + 1e-12))
    assert np.all(exact.lower <= ends.upper * (1.0 + 1e-12))
    assert np.all(ends.upper - ends.lower <= 30.0 / points * exact.upper)


def test_a_profile_that_stays_positive_is_infinite() -> None:
    """Both directions of pure delta: nothing above order 1."""
    constant = np.full(5, 0.1)
    curve = renyi_from_profile(lambda _: constant, lambda _: constant, np.array([0.5, 2.0]), np.linspace(0.0, 2.0, 5))
    assert np.isfinite(curve.upper[0])
    assert np.isinf(curve.upper[1])
    assert curve.lower[1] == 0.0


def test_zeros_of_an_unbounded_loss_are_not_taken_at_their_word() -> None:
    """At eps = 300 this profile is below all floats; high orders see it all the same."""
    pair = ShiftMixture(GaussianNoise(0.4), (0.999, 0.001), (1.0,))
    epsilons = np.concatenate([[0.0], np.geomspace(1e-6, 300.0, 500)])
    orders = np.array([0.7, 150.0])
    ends = renyi_from_profile(
        pair.hockey_stick, swap(pair).hockey_stick, orders, epsilons, largest_losses=(np.inf, -pair.support.lowest)
    )
    exact = renyi_of(pair, orders)
    assert np.all(exact.lower <= ends.upper)
    assert np.isfinite(ends.upper[0])
    assert np.all(ends.lower <= exact.upper)


def test_moments_below_rounding_bound_nothing() -> None:
    """Far apart and below order 1 the moment is smaller than what slopes lose."""
    pair = ShiftMixture(GaussianNoise(0.6), (0.0, 1.0), (1.0,), 64.0)
    epsilons = np.concatenate([[0.0], np.geomspace(3e-5, 300.0, 3000)])
    orders = np.array([0.54])
    ends = renyi_from_profile(pair.hockey_stick, pair.hockey_stick, orders, epsilons, largest_losses=(np.inf, np.inf))
    assert renyi_of(pair, orders).lower[0] <= ends.upper[0]


def test_one_direction_twice_is_wrong_for_an_asymmetric_pair() -> None:
    """Both profiles are needed: Poisson .2 (Laplace 1) at order 2."""
    pair = ShiftMixture(LaplaceNoise(1.0), (0.8, 0.2), (1.0,))
    epsilons = np.linspace(0.0, pair.support.highest, 3000)
    twice = renyi_from_profile(pair.hockey_stick, pair.hockey_stick, np.array([2.0]), epsilons)
    assert abs(twice.lower[0] - renyi_of(pair, [2.0]).upper[0]) > 1e-4
