"""Laws rounded up for a pair bound the swapped pair as well."""

from __future__ import annotations

import numpy as np
import pytest

from tightdp.pairs.gaussian_noise import GaussianNoise
from tightdp.pairs.laplace_noise import LaplaceNoise
from tightdp.pairs.pair import AbstractPair
from tightdp.pairs.shift_mixture import ShiftMixture
from tightdp.pairs.swapped import swap
from tightdp.pld.composed import Composed
from tightdp.pld.grid_law import point_cells
from tightdp.pld.partition import even
from tightdp.pld.rounding_up import round_up
from tightdp.pld.saddle import saddle_for_delta
from tightdp.pld.swapped_side import swapped_law, swapped_side

GAUSSIAN = ShiftMixture(GaussianNoise(1.0), (0.95, 0.05), (1.0,))
PAIRS = (
    GAUSSIAN,
    swap(GAUSSIAN),
    ShiftMixture(LaplaceNoise(1.0), (0.8, 0.2), (1.0,)),
    ShiftMixture(GaussianNoise(2.0), (0.8, 0.15, 0.05), (0.9, 0.1)),
)


@pytest.mark.parametrize("pair", PAIRS)
@pytest.mark.parametrize("ends", [(-0.04, 0.5), (-4.0, 4.0), (0.01, 0.02)])
def test_a_swapped_law_has_all_mass_and_dominates_the_swapped_pair(
    pair: AbstractPair, ends: tuple[float, float]
) -> None:
    law = round_up(point_cells(pair, 0.003, 0.01, even(0.003, 0.01, *ends)))
    found = swapped_law(law)
    assert found.masses.sum() + found.infinite == pytest.approx(1.0, abs=1e-12)
    losses = found.losses()
    for epsilon in np.linspace(-1.0, 2.0, 31).tolist():
        above = losses > epsilon
        profile = float((found.masses[above] * -np.expm1(epsilon - losses[above])).sum()) + found.infinite
        assert profile >= swap(pair).hockey_stick(np.array([epsilon]))[0] * (1.0 - 1e-12) - 1e-13


@pytest.mark.parametrize("steps", [300, 20_000])
@pytest.mark.parametrize("log_delta", [-7.0, -30.0, -160.0])
def test_the_composed_side_is_an_upper_end_and_close(steps: int, log_delta: float) -> None:
    for pair in (PAIRS[0], PAIRS[1], PAIRS[3]):
        there, back = Composed(((pair, steps),)), Composed(((swap(pair), steps),))
        laws = there._anchor(log_delta, 1e-3).laws  # pyright: ignore[reportPrivateUsage]
        pilots = there.pilots.swapped().below(log_delta - 16.0)
        curve = swapped_side(laws, pilots, saddle_for_delta(pilots, log_delta))
        assert curve is not None
        exact = back.epsilon(float(np.exp(log_delta)), 1e-3).bound
        found = curve.epsilon(float(np.exp(log_delta)), exact.upper)
        assert found >= exact.lower
        # Far below -1 a grid for the pair holds too little of Q for the deepest tails of the swapped pair.
        assert found <= exact.upper * 1.01 or (log_delta < -7.0 and pair.support.lowest < -1.0)


def test_frequencies_that_never_die_out_give_none() -> None:
    """Two steps leave all of them."""
    there = Composed(((GAUSSIAN, 2),))
    laws = there._anchor(-10.0, 1e-3).laws  # pyright: ignore[reportPrivateUsage]
    pilots = there.pilots.swapped()
    assert swapped_side(laws, pilots, saddle_for_delta(pilots, -10.0)) is None
