"""Half of the Rényi integral: both halves are the whole."""

from __future__ import annotations

import numpy as np
import pytest

from tightdp.divergences.half_points import half_points
from tightdp.divergences.power_sums import excess_sums
from tightdp.divergences.renyi_sums import renyi_sums
from tightdp.errors import CannotAnswer
from tightdp.pairs.amplified import Amplified
from tightdp.pairs.discrete import Discrete
from tightdp.pairs.gaussian_noise import GaussianNoise
from tightdp.pairs.laplace_noise import LaplaceNoise
from tightdp.pairs.pair import AbstractPair
from tightdp.pairs.shift_mixture import ShiftMixture
from tightdp.pairs.spliced import splice
from tightdp.pairs.swapped import swap
from tightdp.pairs.table_product import TableProduct

TWO_SIDED = ShiftMixture(GaussianNoise(0.7), (0.9, 0.1), (0.8, 0.2))
TABLE = Discrete.from_masses(np.array([0.6, 0.3, 0.1]), np.array([0.1, 0.3, 0.6]))
PRODUCT = TableProduct(TABLE, ShiftMixture(GaussianNoise(1.5), (0.0, 1.0), (1.0,)))
CAST = [
    PRODUCT,
    Amplified(PRODUCT, 0.2),
    swap(Amplified(PRODUCT, 0.2)),
    TWO_SIDED,
    ShiftMixture(GaussianNoise(2.0), (0.9, 0.1), (1.0,)),
    ShiftMixture(LaplaceNoise(0.7), (0.9, 0.1), (0.8, 0.15, 0.05)),
    Discrete.from_masses(np.array([0.5, 0.3, 0.2]), np.array([0.1, 0.2, 0.7])),
]


@pytest.mark.parametrize("pair", CAST)
def test_both_halves_are_the_whole(pair: AbstractPair) -> None:
    orders = np.array([0.5, 0.9, 1.0, 1.2])
    halves = [half_points(pair, 2.0, 0.06, positive=positive) for positive in (True, False)]
    assert halves[0].losses.min() > -1e-12
    assert halves[1].losses.max() < 1e-12
    whole = renyi_sums(pair, orders)
    assert not np.isnan(whole.excess[:3]).any()
    expected = np.where(np.isnan(whole.excess), np.expm1(whole.log_moment) / 0.24, whole.excess)
    total = excess_sums(halves[0], orders) + excess_sums(halves[1], orders)
    assert total == pytest.approx(expected, rel=1e-10)  # pyright: ignore[reportUnknownMemberType]


def test_no_half_above_a_loss_that_is_never_positive() -> None:
    equal = ShiftMixture(LaplaceNoise(1.0), (1.0,), (1.0,))
    assert len(half_points(equal, 2.0, 0.1, positive=True).losses) == 0


def test_other_pairs_are_refused() -> None:
    with pytest.raises(CannotAnswer, match="no quadrature is registered for it"):
        half_points(splice(TWO_SIDED, swap(TWO_SIDED)), 2.0, 0.1, positive=True)
    with pytest.raises(CannotAnswer, match="no quadrature is registered for it"):
        half_points(TableProduct(TABLE, CAST[2]), 2.0, 0.1, positive=True)


def test_too_many_pieces_are_refused() -> None:
    with pytest.raises(CannotAnswer, match="its integrand spreads over"):
        half_points(ShiftMixture(GaussianNoise(1e-3), (0.5, 0.5), (1.0,)), 1e6, 0.1, positive=True)
