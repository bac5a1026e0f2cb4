"""Plans: spacing that follows the step, windows that follow the query, grids that meet atoms."""

from __future__ import annotations

import math

import numpy as np
import pytest

from tightdp.mechanisms import RandomizedResponse
from tightdp.pairs.gaussian_noise import GaussianNoise
from tightdp.pairs.laplace_noise import LaplaceNoise
from tightdp.pairs.pair import AbstractPair
from tightdp.pairs.shift_mixture import ShiftMixture
from tightdp.pld.pilot import pilot_program
from tightdp.pld.plan import Plan, plan
from tightdp.pld.saddle import saddle_for_delta

SAMPLED = ShiftMixture(GaussianNoise(1.0), (0.99, 0.01), (1.0,))


def planned(pair: AbstractPair, count: int, *, rtol: float = 1e-3, delta: float = 1e-6, most: int = 1 << 23) -> Plan:
    pilots = pilot_program(((pair, count),)).below(math.log(delta * 1e-7))
    saddle = saddle_for_delta(pilots, math.log(delta))
    return plan(pilots, saddle, 0.5 * rtol * saddle.epsilon, most)


def test_points_grow_like_the_root_of_the_steps() -> None:
    """Error per step is of second order and the window follows the deviation: slope 1/2 (design, point 2)."""
    counts = np.array([1e4, 1e5, 1e6])
    points = np.array([planned(SAMPLED, int(count)).window.size for count in counts])
    slope = np.polyfit(np.log(counts), np.log(points), 1)[0]
    assert 0.3 <= slope <= 0.7


def test_points_grow_like_the_root_of_the_precision() -> None:
    tolerances = np.array([1e-2, 1e-3, 1e-4])
    points = np.array([planned(SAMPLED, 10_000, rtol=rtol).window.size for rtol in tolerances])
    slope = -np.polyfit(np.log(tolerances), np.log(points), 1)[0]
    assert 0.35 <= slope <= 0.65


def test_a_smaller_delta_is_tilted_more() -> None:
    tilts = [planned(SAMPLED, 10_000, delta=delta).tilt for delta in (1e-4, 1e-20, 1e-60)]
    assert tilts[0] == 0.0
    assert tilts[0] < tilts[1] < tilts[2]


def test_the_memory_limit_is_kept_and_said() -> None:
    chosen = planned(SAMPLED, 10**6, rtol=1e-4, most=1 << 14)
    assert chosen.limited
    assert chosen.window.size <= (1 << 14) * 1.1
    assert not planned(SAMPLED, 10**4).limited


@pytest.mark.parametrize(
    "pair", [ShiftMixture(LaplaceNoise(1.0), (0.9, 0.1), (1.0,)), RandomizedResponse(0.8).group_pair(1, "substitute")]
)
def test_atoms_sit_on_the_grid_just_above_its_points(pair: AbstractPair) -> None:
    chosen = planned(pair, 1000)
    for end in (pair.support.lowest, pair.support.highest):
        steps = (end - chosen.offsets[0]) / chosen.spacing
        assert 0.0 < steps - round(steps) <= 1e-6
