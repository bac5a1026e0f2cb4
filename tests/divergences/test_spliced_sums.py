"""Rényi divergence of a sup profile."""

from __future__ import annotations

import numpy as np
import pytest

from tightdp.divergences.renyi import renyi_of
from tightdp.divergences.renyi_from_profile import renyi_from_profile
from tightdp.divergences.renyi_sums import renyi_sums
from tightdp.divergences.spliced_sums import spliced_points, spliced_sums
from tightdp.pairs.amplified import amplify
from tightdp.pairs.direct_sum import direct_sum
from tightdp.pairs.gaussian_noise import GaussianNoise
from tightdp.pairs.laplace_noise import LaplaceNoise
from tightdp.pairs.noise import AbstractNoise
from tightdp.pairs.shift_mixture import ShiftMixture
from tightdp.pairs.spliced import Spliced
from tightdp.pairs.swapped import swap


def sup_profile(noise: AbstractNoise) -> Spliced:
    shifts = tuple(ShiftMixture(noise, (0.0, 1.0), (1.0,), float(k)) for k in (1, 2))
    above = amplify(direct_sum((0.9, 0.1), shifts), 0.25)
    return Spliced(above, swap(above))


@pytest.mark.parametrize("noise", [GaussianNoise(1.0), LaplaceNoise(1.0)])
def test_points_hold_all_the_mass(noise: AbstractNoise) -> None:
    points = spliced_points(sup_profile(noise), 3.0, 0.06)
    for log in (points.log_p, points.log_q):
        assert float(np.exp(log).sum()) == pytest.approx(1.0, rel=1e-11)  # pyright: ignore[reportUnknownMemberType]


@pytest.mark.parametrize("noise", [GaussianNoise(1.0), LaplaceNoise(1.0)])
def test_between_chords_and_tangents_of_the_profile(noise: AbstractNoise) -> None:
    pair = sup_profile(noise)
    top = min(pair.support.highest, 60.0)
    epsilons = np.concatenate([[0.0], np.geomspace(1e-4, top, 3000)])
    orders = np.array([0.5, 1.0, 1.5, 2.0])
    found = renyi_of(pair, orders)
    ends = renyi_from_profile(pair.hockey_stick, pair.hockey_stick, orders, epsilons)
    assert np.all(ends.lower <= found.upper)
    assert np.all(found.lower <= ends.upper)
    assert ends.lower == pytest.approx(found.upper, rel=1e-3)  # pyright: ignore[reportUnknownMemberType]


def test_rules_agree() -> None:
    pair, orders = sup_profile(GaussianNoise(1.0)), np.array([0.5, 2.0, 3.0, 40.0, 1e6])
    whole = renyi_sums(pair.above, orders)
    sums = spliced_sums(pair, orders, whole)
    assert sums.excess_error[:2].max() < 1e-10
    assert np.all(sums.log_error <= 1e-11 * np.maximum(1.0, np.abs(sums.log_moment)))
    assert sums.log_moment[2] > whole.log_moment[2]
    assert sums.log_moment[3:].tolist() == whole.log_moment[3:].tolist()
