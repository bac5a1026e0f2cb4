"""Plans made of stars, and their pairs."""

from __future__ import annotations

import math

import numpy as np
import pytest

from tightdp.mechanisms import Gaussian, RandomizedResponse
from tightdp.transport.reach import reach_of
from tightdp.transport.stars import Star, merged, pair_of_plan, same_levels, same_star, star

REACH = reach_of(Gaussian(1.0))
EPSILONS = np.linspace(-3.0, 3.0, 13)


def test_equal_distances_are_added_up() -> None:
    one = star([(1.0, 0.25), (0.0, 0.5), (1.0, 0.125)], [(0.0, 0.0)])
    assert one == Star(((0.0, 0.5), (1.0, 0.375)), ())


def test_proportional_stars_are_one() -> None:
    small, large = star([(0.0, 0.1), (1.0, 0.2)], [(0.0, 0.3)]), star([(0.0, 0.2), (1.0, 0.4)], [(0.0, 0.6)])
    (one,) = merged([small, large, star([], [])])
    assert same_star(one, star([(0.0, 0.3), (1.0, 0.6)], [(0.0, 0.9)]))
    assert len(merged([small, star([(0.0, 0.2), (1.0, 0.4)], [(0.0, 0.5)])])) == 2


def test_levels_agree_to_ten_digits() -> None:
    assert same_levels({0.0: 0.5, 1.0: 0.5}, {0.0: 0.5 + 1e-12, 1.0: 0.5})
    assert not same_levels({0.0: 0.5, 1.0: 0.5}, {0.0: 0.5, 1.0: 0.4, 2.0: 0.1})
    assert not same_levels({1.0: 1.0}, {2.0: 1.0})


def test_one_star_is_theorem_u() -> None:
    pair, single = pair_of_plan(REACH, (star([(0.0, 0.7), (1.0, 0.3)], [(0.0, 1.0)]),))
    wanted = Gaussian(1.0).extremal((0.7, 0.3), (1.0,), "add-remove")[0].pair
    assert np.array_equal(pair.hockey_stick(EPSILONS), wanted.hockey_stick(EPSILONS))
    assert single is not None


def test_stars_stand_side_by_side() -> None:
    plan = (star([(1.0, 0.3)], [(0.0, 0.3)]), star([(0.0, 0.7)], [(0.0, 0.7)]))
    pair, single = pair_of_plan(REACH, plan)
    one = Gaussian(1.0).group_pair(1, "add-remove").hockey_stick(EPSILONS)
    assert np.allclose(pair.hockey_stick(EPSILONS), 0.3 * one + 0.7 * np.maximum(-np.expm1(EPSILONS), 0.0))
    assert single is None


def test_what_cannot_be_compared_is_revealed() -> None:
    plan = (star([(0.0, 0.7), (math.inf, 0.3)], [(0.0, 0.9)]), star([], [(1.0, 0.1)]))
    for mechanism in (Gaussian(1.0), RandomizedResponse(0.8)):
        pair, _ = pair_of_plan(reach_of(mechanism), plan)
        assert pair.support.p_infinite == pytest.approx(0.3)
        assert pair.support.q_infinite == pytest.approx(0.1)
        wanted = 0.3 + np.maximum(0.7 - np.exp(EPSILONS) * 0.9, 0.0)
        assert np.allclose(pair.hockey_stick(EPSILONS), wanted)
