"""delta of 1e-30 and 1e-100: against direct convolution in exact fractions, and against saddle points of many steps."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest

from tightdp import Gaussian, Insert, Poisson, RandomizedResponse, Remove, Step, account
from tightdp.relations import AbstractRelation
from twins.contour import deltas
from twins.displaced_line import MixtureStep
from twins.exact_tables import Table, delta_at, response_table, swapped

RATE, TRUTH = Fraction(1, 8), Fraction(3, 4)


def convolved(relation: AbstractRelation, steps: int) -> Table:
    """Two outcomes a step: the convolution is the binomial law of how often the first one came."""
    one = response_table(TRUTH, 2, RATE)
    (first, p), (second, q) = (one if isinstance(relation, Remove) else swapped(one)).items()
    assert first is not None
    assert second is not None
    return {first**k * second ** (steps - k): math.comb(steps, k) * p**k * q ** (steps - k) for k in range(steps + 1)}


@pytest.mark.parametrize(
    ("relation", "steps", "exponent"),
    [(Remove(), 120, 30), (Remove(), 400, 100), (Insert(), 400, 30), (Insert(), 1200, 100)],
)
def test_direct_convolution_in_fractions(relation: AbstractRelation, steps: int, exponent: int) -> None:
    """Both ends at 1e-6, of the eps that meets delta, and of the exact profile there."""
    law = convolved(relation, steps)
    answer = account(steps * Step(RandomizedResponse(float(TRUTH)), Poisson(float(RATE))), relation, rtol=1e-7)
    bound = answer.epsilon(10.0**-exponent)
    assert bound.relative_gap <= 1e-6
    target = Fraction(1, 10**exponent)
    low, high = (Fraction(math.exp(end)) for end in (bound.lower * (1.0 - 1e-9), bound.upper * (1.0 + 1e-9)))
    assert delta_at(law, high) <= target <= delta_at(law, low)
    epsilon = 0.5 * (bound.lower + bound.upper)
    truth = delta_at(law, Fraction(math.exp(epsilon)))
    found = answer.delta(epsilon)
    assert found.lower * (1.0 - 1e-9) <= truth <= found.upper * (1.0 + 1e-9)
    assert found.relative_gap <= 1e-6


@pytest.mark.parametrize(("relation", "steps", "exponent"), [(Remove(), 160, 100), (Insert(), 60, 30)])
def test_next_to_the_largest_loss(relation: AbstractRelation, steps: int, exponent: int) -> None:
    """Here delta is below the probability that every step loses as much as it can, so that eps is that sum."""
    run = steps * Step(RandomizedResponse(float(TRUTH)), Poisson(float(RATE)))
    top = max(loss for loss in convolved(relation, steps) if loss is not None)
    bound = account(run, relation).epsilon(10.0**-exponent)
    assert bound.lower <= math.log(top) * (1.0 + 1e-9)
    assert bound.upper >= math.log(top) * (1.0 - 1e-9)
    assert bound.relative_gap <= 1e-9


@pytest.mark.parametrize(("steps", "rate", "sigma"), [(200, 0.02, 1.0), (10_000, 0.01, 1.1), (10**6, 1e-3, 2.0)])
@pytest.mark.parametrize("exponent", [30, 100])
def test_saddle_points_of_many_steps(steps: int, rate: float, sigma: float, exponent: int) -> None:
    """The contour integral passes through the saddle, so that its error is relative to delta itself."""
    run = steps * Step(Gaussian(sigma), Poisson(rate))
    bound = account(run, Remove(), rtol=1e-5).epsilon(10.0**-exponent)
    assert bound.relative_gap <= 1e-5
    step = MixtureStep(((0.0, 1.0 - rate), (1.0, rate)), ((0.0, 1.0),), sigma, steps)
    values, errors = deltas([step], [bound.lower, bound.upper], 10.0**-exponent)
    assert np.all(errors <= 1e-6 * values)
    assert values[1] * (1.0 - 1e-6) <= 10.0**-exponent <= values[0] * (1.0 + 1e-6)
