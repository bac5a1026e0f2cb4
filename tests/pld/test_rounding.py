"""Refinement: until the ends are as close as asked, or the memory is used up."""

from __future__ import annotations

import pytest

from tightdp.pairs.amplified import amplify
from tightdp.pairs.discrete import Discrete
from tightdp.pairs.gaussian_noise import GaussianNoise
from tightdp.pairs.shift_mixture import ShiftMixture
from tightdp.pld.composed import Composed

TABLE = Discrete.from_masses([0.1, 0.2, 0.3, 0.4], [0.4, 0.3, 0.2, 0.1])
PARTS = ((ShiftMixture(GaussianNoise(1.0), (0.99, 0.01), (1.0,)), 1000),)


@pytest.mark.parametrize("rtol", [1e-2, 1e-3, 1e-4, 1e-5])
def test_the_gap_follows_the_tolerance(rtol: float) -> None:
    bound = Composed(PARTS).epsilon(1e-6, rtol).bound
    assert 0.0 < bound.relative_gap <= rtol


def test_brackets_of_all_tolerances_overlap() -> None:
    bounds = [Composed(PARTS).epsilon(1e-6, rtol).bound for rtol in (1e-2, 1e-3, 1e-4, 1e-5)]
    assert max(b.lower for b in bounds) <= min(b.upper for b in bounds)


def test_memory_that_runs_out_leaves_a_certified_bracket() -> None:
    parts = ((amplify(TABLE, 0.01), 1000),)
    short = Composed(parts, most_points=256).epsilon(1e-6, 1e-4)
    fine = Composed(parts).epsilon(1e-6, 1e-3).bound
    assert short.limited
    assert short.bound.lower <= fine.upper
    assert short.bound.upper >= fine.lower
    assert short.bound.relative_gap > 1e-4
