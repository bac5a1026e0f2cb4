"""The lower end by events: never above the truth, and close to it next to the largest possible loss."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest

from tightdp.mechanisms import RandomizedResponse
from tightdp.pairs.gaussian_noise import GaussianNoise
from tightdp.pairs.shift_mixture import ShiftMixture
from tightdp.pairs.swapped import swap
from tightdp.pld.composed import Composed
from tightdp.pld.floor import floor_of
from twins.exact_tables import delta_at, power, table

TABLE = RandomizedResponse(0.75).group_pair(1, "substitute")
INSERTED = ShiftMixture(GaussianNoise(0.5), (1.0,), (0.8, 0.2))
LAW = power(table([Fraction(3, 4), Fraction(1, 4)], [Fraction(1, 4), Fraction(3, 4)]), 12)


@pytest.mark.parametrize("epsilon", [0.5, 3.0, 8.0, 12.0, 13.1])
def test_it_is_below_an_exact_composition(epsilon: float) -> None:
    truth = float(delta_at(LAW, Fraction(math.exp(epsilon))))
    floor = floor_of(((TABLE, 12),))
    assert 0.0 < floor.delta(epsilon) <= truth
    assert floor.epsilon(truth) <= epsilon


def test_next_to_the_largest_loss_it_is_the_truth() -> None:
    top, mass = 12.0 * math.log(3.0), 0.75**12
    delta = 1e-6 * mass
    floor = floor_of(((TABLE, 12),)).epsilon(delta)
    assert floor <= top + math.log1p(-1e-6)
    assert floor == pytest.approx(top, rel=1e-6)


@pytest.mark.parametrize("delta", [1e-3, 1e-12, 1e-40])
def test_it_is_below_a_composition_by_grids(delta: float) -> None:
    parts = ((INSERTED, 3), (swap(INSERTED), 1))
    assert floor_of(parts).epsilon(delta) <= Composed(parts).epsilon(delta, 1e-3).bound.upper


def test_a_delta_that_no_event_has() -> None:
    floor = floor_of(((TABLE, 12),))
    assert floor.epsilon(0.999) == 0.0
    assert floor.delta(50.0) == 0.0
    assert np.all(np.diff(floor.losses) >= 0.0)
