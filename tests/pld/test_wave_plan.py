"""Plans by low frequencies: how they grow with steps and precision, and where there is none."""

from __future__ import annotations

import math

import numpy as np
import pytest

from tightdp.mechanisms import RandomizedResponse
from tightdp.pairs.gaussian_noise import GaussianNoise
from tightdp.pairs.laplace_noise import LaplaceNoise
from tightdp.pairs.pair import AbstractPair
from tightdp.pairs.shift_mixture import ShiftMixture
from tightdp.pld.composed import Composed
from tightdp.pld.pilot import pilot_program
from tightdp.pld.plan import Plan
from tightdp.pld.saddle import Saddle, saddle_for_delta
from tightdp.pld.wave_plan import wave_plan

SAMPLED = ShiftMixture(GaussianNoise(1.0), (0.99, 0.01), (1.0,))


def planned(pair: AbstractPair, count: int, *, rtol: float = 1e-3, delta: float = 1e-6) -> Plan | None:
    pilots = pilot_program(((pair, count),)).below(math.log(delta * 1e-7))
    saddle = saddle_for_delta(pilots, math.log(delta))
    return wave_plan(pilots, saddle, 0.5 * rtol * saddle.epsilon)


def terms(count: int) -> tuple[int, int]:
    chosen = planned(SAMPLED, count)
    assert chosen is not None
    return chosen.reach, len(chosen.partitions[0].points())


def test_neither_frequencies_nor_places_grow_with_the_steps() -> None:
    """The spacing shrinks with the deviation of one step and the window with that of all."""
    few, many = terms(10**4), terms(10**8)
    assert many[0] <= 1.5 * few[0] <= 150
    assert many[1] <= 8 * few[1] <= 8000


@pytest.mark.parametrize("count", [10**4, 10**6, 10**9])
def test_the_gap_is_met_at_once(count: int) -> None:
    pair = ShiftMixture(GaussianNoise(1.0), (1.0 - 0.3 / math.sqrt(count), 0.3 / math.sqrt(count)), (1.0,))
    bound = Composed(((pair, count),)).epsilon(1e-6, 1e-3).bound
    assert bound.relative_gap <= 1e-3


def test_spacing_falls_like_the_root_of_the_tolerance() -> None:
    found = [planned(SAMPLED, 10**5, rtol=rtol) for rtol in (1e-3, 1e-4, 1e-5)]
    spacings = np.array([chosen.spacing for chosen in found if chosen is not None])
    assert len(spacings) == 3
    np.testing.assert_allclose(spacings[:-1] / spacings[1:], math.sqrt(10.0), rtol=1e-2)


def test_few_steps_and_atoms_have_no_such_plan() -> None:
    assert planned(SAMPLED, 20) is None
    assert planned(RandomizedResponse(0.8).group_pair(1, "substitute"), 10**4) is None
    assert planned(ShiftMixture(GaussianNoise(1.0), (1.0 - 1e-6, 1e-6), (1.0,)), 100) is None


def test_quiet_and_loud_steps_have_grids_of_their_own() -> None:
    """A step that moves its loss far more starts at a wider stride."""
    quiet = ShiftMixture(GaussianNoise(1e4), (0.99, 0.01), (1.0,))
    pilots = pilot_program(((SAMPLED, 10_000), (quiet, 10_000))).below(math.log(1e-13))
    chosen = wave_plan(pilots, saddle_for_delta(pilots, math.log(1e-6)), 1e-3)
    assert chosen is not None
    loud, still = (int(part.strides.min()) for part in chosen.partitions)
    assert still == 1
    assert loud > 1


def test_rounding_moves_the_total_by_less_than_it_spreads() -> None:
    """Where eps is many deviations large, its tolerance alone would let the rounded law leave the window."""
    chosen = planned(ShiftMixture(LaplaceNoise(0.05), (0.1, 0.9), (1.0,)), 10**8)
    assert chosen is not None
    assert chosen.spacing < 0.1


def test_places_beyond_the_integers_have_no_plan() -> None:
    pilots = pilot_program(((ShiftMixture(LaplaceNoise(0.05), (0.1, 0.9), (1.0,)), 10**8),))
    assert wave_plan(pilots, Saddle(1e7, 2e9, -23.0, 1e-150), 1e6) is None
