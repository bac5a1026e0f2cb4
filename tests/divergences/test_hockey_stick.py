"""The bounds of one pair hold the value in 40 digits, and hardly more."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from mpmath import mpf

from tightdp.divergences import delta_of, epsilon_of
from tightdp.numerics.bound import LEAST_POSITIVE
from tightdp.pairs.amplified import trivial_pair
from tightdp.pairs.discrete import Discrete
from tightdp.pairs.gaussian_noise import GaussianNoise
from tightdp.pairs.laplace_noise import LaplaceNoise
from tightdp.pairs.pair import AbstractPair
from tightdp.pairs.shift_mixture import ShiftMixture
from twins.shift_cases import USUAL, ShiftCase
from twins.tables import TableTwin

GAUSSIAN = ShiftMixture(GaussianNoise(1.0), (0.0, 1.0), (1.0,))
LEAKY = ((0.5, 0.3, 0.15, 0.05, 0.0), (0.2, 0.3, 0.4, 0.0, 0.1))
TABLE = Discrete.from_masses(*LEAKY)
usual = pytest.mark.parametrize("case", USUAL, ids=str)


@usual
def test_delta_is_bracketed(case: ShiftCase) -> None:
    """Everywhere, also a rounding away from the largest loss; narrow wherever the loss is known well enough."""
    pair, twin = case.pair, case.twin
    for epsilon in case.losses()[::2]:
        bound = delta_of(pair, epsilon)
        truth = twin.hockey_stick(epsilon)
        assert truth < 1e-300 or bound.lower <= truth <= bound.upper, epsilon
        if bound.lower == 0.0:
            continue
        slack = 2e-15 * abs(epsilon)
        width = twin.hockey_stick(mpf(epsilon) - slack) / max(twin.hockey_stick(mpf(epsilon) + slack), mpf("1e-320"))
        assert bound.upper <= bound.lower * float(width) * (1.0 + 5e-9) + 1e-300, epsilon


def test_delta_a_rounding_below_the_largest_loss() -> None:
    """Insertion at rate 0.01: eps = -log(1 - rate) less a thousand roundings, where d is 1e-214."""
    case = ShiftCase("gaussian", 1.0, 0, 1, 0.01)
    epsilon = 0.010050335853500876
    truth = case.twin.hockey_stick(epsilon)
    assert 1e-216 < truth < 1e-213
    bound = delta_of(case.pair, epsilon)
    assert bound.lower <= truth <= bound.upper


@given(epsilon=st.floats(-30.0, 30.0))
def test_delta_of_a_table(epsilon: float) -> None:
    bound = delta_of(TABLE, epsilon)
    truth = TableTwin.of(*LEAKY).hockey_stick(epsilon)
    assert bound.lower <= truth <= bound.upper
    assert bound.relative_gap <= 5e-9


@pytest.mark.parametrize(("pair", "rest"), [(GAUSSIAN, 0.0), (TABLE, 0.05), (trivial_pair(), 0.0)])
def test_delta_at_the_ends(pair: AbstractPair, rest: float) -> None:
    for epsilon in (math.inf, 1e6, 800.0):
        bound = delta_of(pair, epsilon)
        assert bound.lower == pytest.approx(rest, rel=1e-15)
        least = 0.0 if epsilon >= pair.support.highest else LEAST_POSITIVE
        assert bound.upper == pytest.approx(max(rest, least), rel=1e-15)
    assert delta_of(pair, -math.inf).lower == 1.0
    assert delta_of(pair, -1e6).upper == 1.0


@usual
@pytest.mark.parametrize("delta", [0.3, 1e-10, 1e-290])
def test_epsilon_is_bracketed(case: ShiftCase, delta: float) -> None:
    """``d(lower) >= delta >= d(upper)``, so that the inverse is between them."""
    pair, twin = case.pair, case.twin
    bound = epsilon_of(pair, delta)
    if bound.upper < pair.support.highest:
        assert twin.hockey_stick(mpf(bound.upper)) <= delta
    assert bound.lower == 0.0 or twin.hockey_stick(mpf(bound.lower)) >= delta
    assert bound.upper - bound.lower <= 1e-7 * bound.upper


@given(epsilon=st.floats(0.0, 30.0))
def test_epsilon_inverts_delta(epsilon: float) -> None:
    delta = float(delta_of(GAUSSIAN, epsilon))
    bound = epsilon_of(GAUSSIAN, delta)
    assert bound.lower <= epsilon <= bound.upper * (1.0 + 1e-15) + 1e-8
    assert float(bound) == pytest.approx(epsilon, rel=1e-8, abs=1e-8)


@pytest.mark.parametrize(
    ("pair", "delta", "epsilon"),
    [
        (TABLE, 0.0, math.inf),
        (TABLE, 0.049, math.inf),
        (TABLE, 0.05, math.log(2.5)),
        (TABLE, 0.5, 0.0),
        (GAUSSIAN, 0.0, math.inf),
        (GAUSSIAN, 0.5, 0.0),
        (trivial_pair(), 0.0, 0.0),
        (trivial_pair(), 0.1, 0.0),
        (ShiftMixture(LaplaceNoise(0.5), (0.0, 1.0), (1.0,)), 0.0, 2.0),
        (ShiftMixture(LaplaceNoise(0.5), (1.0,), (0.0, 1.0)), 0.0, 2.0),
        (ShiftMixture(GaussianNoise(1.0), (1.0,), (0.8, 0.2)), 0.0, math.log(1.25)),
        (Discrete.from_masses([0.5, 0.5, 0.0], [0.5, 0.25, 0.25]), 0.0, math.log(2.0)),
        (Discrete.from_masses([0.5, 0.0, 0.5], [0.9, 0.1, 0.0]), 0.5, 0.0),
    ],
)
def test_epsilon_at_the_ends(pair: AbstractPair, delta: float, epsilon: float) -> None:
    bound = epsilon_of(pair, delta)
    assert (bound.lower, bound.upper) == pytest.approx((epsilon, epsilon), rel=1e-14)


def test_a_delta_just_above_what_no_epsilon_can_undo() -> None:
    """A hair above the mass at +inf the answer is finite or infinite, never too small."""
    bound = epsilon_of(TABLE, 0.05 * (1.0 + 1e-10))
    assert bound.lower <= math.log(2.5) <= bound.upper * (1.0 + 1e-15)
    spread = ShiftMixture(GaussianNoise(1.0), (0.0, 1.0), (1.0,))
    assert epsilon_of(spread, 5e-324).upper > 30.0


def test_epsilons_of_a_billionth() -> None:
    """sigma = 1000, rate = 1e-6: losses of 1e-9 are found with relative digits."""
    case = ShiftCase("gaussian", 1000.0, 1, 0, 1e-6)
    bound = epsilon_of(case.pair, 1e-20)
    assert 1e-9 < bound.lower < bound.upper < 1e-7
    assert bound.relative_gap <= 1e-8
    assert case.twin.hockey_stick(mpf(bound.upper)) <= 1e-20 <= case.twin.hockey_stick(mpf(bound.lower))


def test_a_rounded_profile_at_infinity() -> None:
    """A pair with P-mass at +inf and unbounded losses never falls below that mass."""
    both = (GAUSSIAN, Discrete.from_masses([0.9, 0.1], [1.0, 0.0]))
    from tightdp.pairs.direct_sum import DirectSum

    pair = DirectSum((0.5, 0.5), both)
    assert epsilon_of(pair, 0.05 * (1.0 + 1e-12)).upper == math.inf
    assert np.isfinite(epsilon_of(pair, 0.06).upper)


def test_below_the_smallest_float_delta_is_not_zero() -> None:
    """No Gaussian is purely private: the truth here is 1e-364."""
    bound = delta_of(ShiftMixture(GaussianNoise(1.0), (1.0 - 1e-9, 1e-9), (1.0,)), 20.0)
    assert (bound.lower, bound.upper) == (0.0, LEAST_POSITIVE)
