"""Pairs of profiles: chords lie above, points on the hull are kept, masses add up."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.special import ndtr

from tightdp.errors import InvalidInput
from tightdp.pairs.discrete import Discrete
from tightdp.pairs.from_profile import pair_of_function, pair_of_profile, profile_above, profile_grid, tied
from tightdp.pairs.gaussian_noise import GaussianNoise
from tightdp.pairs.pair import Array
from tightdp.pairs.shift_mixture import ShiftMixture
from tightdp.pairs.swapped import swap

GAUSSIAN = ShiftMixture(GaussianNoise(1.0), (0.0, 1.0), (1.0,))


def masses(pair: Discrete) -> tuple[float, float]:
    p, q = np.exp(pair.log_p).sum() + pair.p_infinite, np.exp(pair.log_q).sum() + pair.q_infinite
    return float(p), float(q)


def chord(epsilons: Array, deltas: Array, epsilon: float) -> float:
    """The lower hull in ``alpha = e^eps`` of the points, by trying every two of them."""
    alpha, x = np.exp(epsilons), math.exp(epsilon)
    low = float(deltas[epsilons <= epsilon].min())
    for i in np.flatnonzero(alpha <= x):
        for j in np.flatnonzero(alpha > x):
            share = (x - alpha[i]) / (alpha[j] - alpha[i])
            low = min(low, float((1.0 - share) * deltas[i] + share * deltas[j]))
    return low


@given(
    gaps=st.lists(st.floats(0.01, 1.0), min_size=1, max_size=6),
    values=st.lists(st.floats(0.0, 0.2), min_size=7, max_size=7),
    epsilon=st.floats(0.0, 8.0),
)
def test_the_profile_is_the_lower_hull(gaps: list[float], values: list[float], epsilon: float) -> None:
    epsilons = np.concatenate([[0.0], np.cumsum(gaps)])
    deltas = np.sort(np.array(values[: len(epsilons)]))[::-1]
    reverse = deltas.copy()
    pair = pair_of_profile(epsilons, deltas, reverse)
    wanted = chord(epsilons, deltas, epsilon)
    assert pair.hockey_stick(np.array([epsilon]))[0] == pytest.approx(wanted, rel=1e-9, abs=1e-12)


@given(
    gaps=st.lists(st.floats(0.01, 2.0), min_size=1, max_size=6),
    values=st.lists(st.floats(0.0, 1.0), min_size=7, max_size=7),
)
def test_a_symmetric_pair_is_a_pair(gaps: list[float], values: list[float]) -> None:
    """Whatever the points: masses sum to 1, both directions agree, and no point is exceeded."""
    epsilons = np.concatenate([[0.0], np.cumsum(gaps)])
    deltas = np.array(values[: len(epsilons)])
    pair = pair_of_profile(epsilons, deltas)
    assert masses(pair) == pytest.approx((1.0, 1.0), abs=1e-12)
    at = np.linspace(-5.0, 5.0, 21)
    np.testing.assert_allclose(pair.hockey_stick(at), swap(pair).hockey_stick(at), atol=1e-12)
    assert np.all(pair.hockey_stick(epsilons) <= np.minimum.accumulate(deltas) + 1e-12)


def test_a_gaussian_profile_is_met_from_above() -> None:
    """At the points to rounding, between them by the chord; down to 1e-100 relative to itself."""
    epsilons = np.concatenate([[0.0], np.linspace(0.01, 22.0, 2000)])
    pair = pair_of_profile(epsilons, GAUSSIAN.hockey_stick(epsilons))
    at = np.linspace(0.0, 21.0, 997)
    truth, value = GAUSSIAN.hockey_stick(at), pair.hockey_stick(at)
    assert np.all(value >= truth * (1.0 - 1e-9))
    assert np.all(value <= truth * (1.0 + 2e-2))
    assert truth[-1] < 1e-90
    np.testing.assert_allclose(pair.hockey_stick(epsilons[:-1]), GAUSSIAN.hockey_stick(epsilons[:-1]), rtol=1e-9)
    assert masses(pair) == pytest.approx((1.0, 1.0), abs=1e-12)


def test_two_different_directions() -> None:
    removal = ShiftMixture(GaussianNoise(1.0), (0.9, 0.1), (1.0,))
    epsilons = np.linspace(0.0, 6.0, 400)
    pair = pair_of_profile(epsilons, removal.hockey_stick(epsilons), swap(removal).hockey_stick(epsilons))
    assert masses(pair) == pytest.approx((1.0, 1.0), abs=1e-12)
    np.testing.assert_allclose(pair.hockey_stick(epsilons), removal.hockey_stick(epsilons), rtol=1e-8)
    wanted = swap(removal).hockey_stick(epsilons)
    np.testing.assert_allclose(swap(pair).hockey_stick(epsilons), wanted, rtol=1e-8, atol=1e-13)


def test_a_profile_given_as_a_function() -> None:
    def profile(epsilon: float) -> float:
        return float(ndtr(0.5 - epsilon) - math.exp(epsilon) * ndtr(-0.5 - epsilon)) if epsilon < 5.0 else 0.0

    pair = pair_of_function(profile, points=500)
    assert pair.hockey_stick(np.array([1.0]))[0] == pytest.approx(profile(1.0), rel=2e-3)
    assert pair.hockey_stick(np.array([1.0]))[0] >= profile(1.0)
    assert pair.hockey_stick(np.zeros(1))[0] == pytest.approx(profile(0.0), rel=1e-9)


def test_the_ends_of_what_a_profile_can_be() -> None:
    never = pair_of_profile(np.array([0.0, 1.0]), np.zeros(2))
    assert never.is_trivial
    always = pair_of_profile(np.array([0.0, 1.0]), np.ones(2))
    assert always.hockey_stick(np.array([-1.0, 0.0, 700.0])).tolist() == [1.0, 1.0, 1.0]
    alone = pair_of_profile(np.zeros(1), np.array([0.3]))
    assert alone.support.p_infinite == alone.support.q_infinite == 0.3
    assert alone.hockey_stick(np.array([0.0, 9.0])).tolist() == [pytest.approx(0.3), pytest.approx(0.3)]


def test_a_chord_of_800_nats() -> None:
    """``e^800`` is no float, the chord to it still is one."""
    pair = pair_of_profile(np.array([0.0, 800.0]), np.array([0.5, 0.0]))
    assert pair.losses.tolist() == [-800.0, 0.0, 800.0]
    assert masses(pair) == pytest.approx((1.0, 1.0))


def test_the_grid_of_epsilons() -> None:
    grid = profile_grid(300, 50.0)
    assert grid.shape == (300,)
    assert (grid[0], grid[1], grid[-1]) == (0.0, pytest.approx(1e-6), pytest.approx(50.0))
    assert np.all(np.diff(grid) > 0.0)


@pytest.mark.parametrize("value", [-0.1, 1.0 + 1e-9, np.nan, np.inf])
def test_values_of_a_profile_are_probabilities(value: float) -> None:
    epsilons = np.array([0.0, 1.0])
    with pytest.raises(InvalidInput, match=r"profile must be a function with values in \[0, 1\], got"):
        pair_of_profile(epsilons, np.array([0.5, value]))
    with pytest.raises(InvalidInput, match=r"a function with values in \[0, 1\]"):
        pair_of_profile(epsilons, np.array([0.5, 0.1]), np.array([value, 0.1]))


def test_bounds_of_both_directions_meet_below_their_chords() -> None:
    """Loose values at 0 come down to the chord between the two sides."""
    pair = ShiftMixture(GaussianNoise(1.0), (0.7, 0.3), (1.0,))
    epsilons = np.array([0.0, 0.2, 0.5, 1.0])
    exact, reverse = pair.hockey_stick(epsilons), swap(pair).hockey_stick(epsilons)
    loose = np.append(0.5, exact[1:]), np.append(0.6, reverse[1:])
    forward, backward = tied(epsilons, *loose)
    assert forward[0] == backward[0]
    assert exact[0] <= forward[0] < 0.14
    assert tied(epsilons, exact, reverse)[0][0] == exact[0]
    assert tied(epsilons[:1], exact[:1], reverse[:1])[0].tolist() == exact[:1].tolist()
    bound = pair_of_profile(epsilons, forward, backward)
    points = np.linspace(-1.0, 1.0, 21)
    assert bool(np.all(bound.hockey_stick(points) >= pair.hockey_stick(points) * (1.0 - 1e-12)))


def test_profiles_below_all_floats_are_not_zero() -> None:
    far = np.array([0.0, 50.0, 900.0])
    assert profile_above(GAUSSIAN, far)[1:].tolist() == [1e-300, 1e-300]
    table = pair_of_profile(np.array([0.0, 1.0]), np.array([0.5, 0.0]))
    assert profile_above(table, np.array([0.9, 1.0, 2.0]))[1:].tolist() == [0.0, 0.0]
