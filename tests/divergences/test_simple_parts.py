"""Composed pairs as public draws: the same profile, simpler parts."""

from __future__ import annotations

import numpy as np
import pytest

from tightdp.divergences.simple_parts import simple_parts
from tightdp.pairs.amplified import Amplified
from tightdp.pairs.direct_sum import DirectSum
from tightdp.pairs.discrete import Discrete
from tightdp.pairs.gaussian_noise import GaussianNoise
from tightdp.pairs.pair import AbstractPair
from tightdp.pairs.shift_mixture import ShiftMixture
from tightdp.pairs.swapped import Swapped

SHIFTS = tuple(ShiftMixture(GaussianNoise(1.0), (0.0, 1.0), (1.0,), float(k)) for k in (1, 2))
SUM = DirectSum((0.25, 0.75), SHIFTS)
TWO_SIDED = ShiftMixture(GaussianNoise(1.0), (0.5, 0.5), (0.5, 0.5))
TABLE = Discrete.from_masses(np.array([0.8, 0.2]), np.array([0.2, 0.8]))


@pytest.mark.parametrize(
    "pair",
    [SUM, Amplified(SUM, 0.3), Swapped(Amplified(SUM, 0.3)), Amplified(TWO_SIDED, 0.2), Amplified(TABLE, 0.5), TABLE],
    ids=lambda pair: type(pair).__name__,
)
def test_the_parts_have_the_profile_of_the_whole(pair: AbstractPair) -> None:
    epsilons = np.array([-1.0, -0.1, 0.0, 0.2, 1.5])
    parts = simple_parts(pair)
    total = sum(weight * part.hockey_stick(epsilons) for weight, part in parts)
    assert total == pytest.approx(pair.hockey_stick(epsilons), rel=1e-10)  # pyright: ignore[reportUnknownMemberType]


def test_amplified_shifts_are_mixtures_of_shifts() -> None:
    assert all(isinstance(part, ShiftMixture) for _, part in simple_parts(Swapped(Amplified(SUM, 0.3))))
