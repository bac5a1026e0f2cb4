from __future__ import annotations

import math
from fractions import Fraction

import pytest

from tightdp.schemes.ratio_recurrence import weights_from_ratios


def test_one_weight_is_certain() -> None:
    assert weights_from_ratios(0, 0, 0, lambda _: (1, 1)) == (1.0,)
    assert weights_from_ratios(3, 3, 3, lambda _: (1, 1)) == (0.0, 0.0, 0.0, 1.0)


def test_equal_neighbours_share_evenly() -> None:
    assert weights_from_ratios(0, 1, 3, lambda _: (7, 7)) == (0.25,) * 4


@pytest.mark.parametrize("mode", [0, 2])
def test_ratios_are_read_in_both_directions(mode: int) -> None:
    ratio = [(3, 1), (2, 1), (1, 2)]  # weights 1 : 3 : 6 : 3
    weights = weights_from_ratios(0, mode, 3, lambda i: ratio[i])
    assert weights == tuple(w / 13 for w in (1, 3, 6, 3))


def test_a_geometric_tail_is_followed_to_the_last_double() -> None:
    weights = weights_from_ratios(0, 0, 10**9, lambda _: (1, 8))
    total = 1 / (1 - Fraction(1, 8))
    assert weights[-1] > 0.0
    assert len(weights) == 359
    for i, weight in enumerate(weights):
        exact = Fraction(1, 8**i) / total
        assert abs(Fraction(weight) - exact) <= Fraction(math.ulp(weight)) / 2


def test_leading_weights_that_underflow_keep_their_place() -> None:
    weights = weights_from_ratios(0, 1000, 1000, lambda _: (8, 1))
    assert len(weights) == 1001
    assert weights[0] == weights[600] == 0.0
    assert weights[1000] == pytest.approx(7 / 8, rel=1e-15)


def test_a_ratio_of_zero_ends_the_support() -> None:
    assert weights_from_ratios(0, 1, 5, lambda i: (1, 0) if i < 1 else (0, 1)) == (0.0, 1.0)
