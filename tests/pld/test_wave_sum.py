"""Compositions by a few frequencies: the same readings as by all of them, and none where these do not suffice."""

from __future__ import annotations

import math

import numpy as np
import pytest

from tightdp.pairs.gaussian_noise import GaussianNoise
from tightdp.pairs.shift_mixture import ShiftMixture
from tightdp.pld.curve import Curve
from tightdp.pld.grid_law import group_cells, point_cells
from tightdp.pld.partition import even
from tightdp.pld.rounding_down import round_down
from tightdp.pld.rounding_up import round_up
from tightdp.pld.tilted_sum import Window, tilted_sum
from tightdp.pld.wave_sum import wave_sum

PAIR = ShiftMixture(GaussianNoise(1.0), (0.98, 0.02), (1.0,))
OTHER = ShiftMixture(GaussianNoise(2.0), (0.9, 0.1), (1.0,))
WINDOW = Window(-5.0, 8192, 6.0, 6.0)


@pytest.mark.parametrize("tilt", [0.0, 4.0])
@pytest.mark.parametrize("is_up", [True, False])
def test_few_frequencies_read_as_all(tilt: float, *, is_up: bool) -> None:
    spacing, offset = 2e-3, 0.0007
    laws = tuple(
        (
            round_up(point_cells(pair, offset, spacing, even(offset, spacing, -0.5, 4.0)))
            if is_up
            else round_down(group_cells(pair, offset, spacing, even(offset, spacing, -0.5, 4.0))),
            count,
        )
        for pair, count in ((PAIR, 2000), (OTHER, 700))
    )
    few, every = wave_sum(laws, tilt, WINDOW, 200), tilted_sum(laws, tilt, WINDOW)
    assert few is not None
    for epsilon in (-1.0, 0.0, 0.5, 2.0, 4.0):
        for side in ("upper", "lower"):
            left, right = Curve(few, side).read(epsilon), Curve(every, side).read(epsilon)
            assert left.delta == pytest.approx(right.delta, rel=1e-6)
            assert left.slope == pytest.approx(right.slope, rel=1e-6)
        assert Curve(few, "lower").read(epsilon).delta <= Curve(every, "upper").read(epsilon).delta
        assert Curve(every, "lower").read(epsilon).delta <= Curve(few, "upper").read(epsilon).delta


def test_too_few_frequencies_are_refused() -> None:
    law = round_up(point_cells(PAIR, 0.0, 2e-3, even(0.0, 2e-3, -0.5, 4.0)))
    assert wave_sum(((law, 2000),), 0.0, WINDOW, 8) is None
    assert wave_sum(((law, 3),), 0.0, WINDOW, 200) is None


def test_a_thousand_million_steps() -> None:
    """mu-Gaussian DP in the limit: q sqrt(T (e^(1 / sigma^2) - 1)) (theory 3.9), up to corrections of order q."""
    pair = ShiftMixture(GaussianNoise(1.0), (1.0 - 1e-5, 1e-5), (1.0,))
    spacing, offset, count = 5e-7, -1e-5, 10**9
    law = round_up(point_cells(pair, offset, spacing, even(offset, spacing, -2e-5, 2e-2)))
    total = wave_sum(((law, count),), 0.0, Window(-3.0, 14_000_000, 20.0, 20.0), 60)
    assert total is not None
    mu = 1e-5 * math.sqrt(count * math.expm1(1.0))
    normal = ShiftMixture(GaussianNoise(1.0), (0.0, 1.0), (1.0,), mu)
    limit = float(normal.hockey_stick(np.array([1.0]))[0])
    assert Curve(total, "upper").read(1.0).delta == pytest.approx(limit, rel=2e-2)
