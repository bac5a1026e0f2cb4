"""The trade-off curve of a composition against the Gaussian one."""

from __future__ import annotations

import pytest
from scipy.special import ndtr, ndtri

from tightdp import EpsilonDelta, Insert, Poisson, Step, account
from tightdp.pairs.gaussian_noise import GaussianNoise
from tightdp.pairs.shift_mixture import ShiftMixture
from tightdp.pld.composed import Composed

# 25 shifts of 1/5 of a deviation are one shift of 1.
COMPOSED = Composed(((ShiftMixture(GaussianNoise(5.0), (0.0, 1.0), (1.0,)), 25),))


@pytest.mark.parametrize("rate", [1e-6, 1e-3, 0.1, 0.5, 0.9, 0.999])
def test_both_ends_enclose_the_gaussian_curve(rate: float) -> None:
    bound = COMPOSED.false_negative_rate(rate, 1e-3)
    exact = float(ndtr(-ndtri(rate) - 1.0))
    assert bound.lower <= exact <= bound.upper
    assert bound.upper - bound.lower <= 1e-4


def test_the_ends_of_the_curve() -> None:
    assert COMPOSED.false_negative_rate(0.0, 1e-3).lower == 1.0
    assert COMPOSED.false_negative_rate(1.0, 1e-3).lower <= 1e-9


def test_rare_losses_left_of_the_grid_are_within_the_upper_end() -> None:
    """Twelve nearly certain answers of a black box: the false negative rate is 3e-13, far below what the grid keeps."""
    answer = account(12 * Step(EpsilonDelta(3.0), Poisson(1.0 - 1e-9)), Insert())
    (bound,) = answer.trade_off([0.1])
    assert bound.lower <= 3.45e-13 <= bound.upper <= 1e-5
