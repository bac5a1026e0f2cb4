"""lower <= slow twin <= upper for noise with atoms: exact fractions, and lattices that round every loss."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tightdp import (
    AddRemove,
    Bound,
    DiscreteGaussian,
    DiscreteLaplace,
    EpsilonDelta,
    FullBatch,
    Insert,
    Laplace,
    Poisson,
    RandomizedResponse,
    Remove,
    Step,
    Substitute,
    account,
)
from tightdp.accounting.direction import direction
from tightdp.accounting.worst import bracket, epsilon_at
from tightdp.relations import Change
from twins.changed_batches import poisson_shifts
from twins.exact_tables import Table, delta_at, power, response_table, swapped
from twins.lattice_sums import Losses, atoms, laplace_losses, lattice_delta

CI = settings(max_examples=20, deadline=None, derandomize=True)


def is_close(bound: Bound) -> bool:
    return bound.relative_gap <= 1e-3 or bound.upper - bound.lower <= 1e-13


def repeated(one: Losses, count: int) -> list[Losses]:
    return [Losses(one.low, one.high, one.mass, one.infinite, count)]


@CI
@given(
    scale=st.floats(0.4, 8.0),
    rate=st.floats(0.01, 1.0),
    steps=st.integers(2, 40),
    level=st.floats(-16.0, -3.0),
    split=st.sampled_from([(1, 0), (0, 1), (2, 1), (3, 0)]),
)
def test_laplace_noise(scale: float, rate: float, steps: int, level: float, split: tuple[int, int]) -> None:
    delta = math.exp(level)
    found = direction(
        steps * Step(Laplace(scale), Poisson(rate)), Change(removed=split[0], inserted=split[1]), "tightest"
    )
    bound = bracket(found, epsilon_at(delta), 1e-3).bound
    assert is_close(bound)
    losses = repeated(laplace_losses(*poisson_shifts(rate, *split), scale), steps)
    assert lattice_delta(losses, bound.upper)[0] <= delta
    assert bound.lower == 0.0 or lattice_delta(losses, bound.lower)[1] >= delta


@CI
@given(sigma=st.floats(0.5, 12.0), rate=st.floats(0.02, 1.0), steps=st.integers(2, 30), level=st.floats(-16.0, -3.0))
def test_discrete_gaussian_noise(sigma: float, rate: float, steps: int, level: float) -> None:
    delta = math.exp(level)
    bound = account(steps * Step(DiscreteGaussian(sigma), Poisson(rate)), Remove()).epsilon(delta)
    assert is_close(bound)
    z = np.arange(-math.ceil(14.0 * sigma), math.ceil(14.0 * sigma) + 2)
    law = np.exp(-0.5 * (z / sigma) ** 2)
    moved = np.exp(-0.5 * ((z - 1) / sigma) ** 2)
    p = ((1.0 - rate) * law + rate * moved) / law.sum()
    losses = repeated(atoms(p, law / law.sum()), steps)
    assert lattice_delta(losses, bound.upper)[0] <= delta
    assert bound.lower == 0.0 or lattice_delta(losses, bound.lower)[1] >= delta


def assert_between(bound: Bound, law: Table, epsilon: float) -> None:
    """Against exact fractions; the float eps is read as ``e^eps`` to 1e-15."""
    exact = float(delta_at(law, Fraction(math.exp(epsilon))))
    assert bound.lower <= exact * (1.0 + 1e-11) + 1e-15
    assert bound.upper >= exact * (1.0 - 1e-11) - 1e-15
    assert bound.upper - bound.lower <= 1e-3 * exact + 1e-13


@CI
@given(
    truth=st.integers(51, 99),
    categories=st.integers(2, 6),
    rate=st.sampled_from([1, 2, 5, 10, 50, 100]),
    steps=st.integers(2, 9),
    share=st.floats(0.0, 1.0),
    removed=st.booleans(),
)
def test_randomised_response(
    *, truth: int, categories: int, rate: int, steps: int, share: float, removed: bool
) -> None:
    """One record inserted or removed: a single pair, so both ends speak of it."""
    step = Step(RandomizedResponse(truth / 100, categories), Poisson(rate / 100))
    answer = account(steps * step, Remove() if removed else Insert())
    epsilon = share * answer.epsilon(0.0).upper
    law = response_table(Fraction(truth / 100), categories, Fraction(rate / 100))
    assert_between(answer.delta(epsilon), power(law if removed else swapped(law), steps), epsilon)


@CI
@given(b=st.floats(0.3, 6.0), rate=st.floats(0.01, 1.0), steps=st.integers(2, 400), share=st.floats(0.05, 0.9))
def test_discrete_laplace_noise_is_binomial(b: float, rate: float, steps: int, share: float) -> None:
    """A shift by one has two losses, ``log(1 + q (e^(+-1/b) - 1))``."""
    high, low = (math.log1p(rate * math.expm1(sign / b)) for sign in (1.0, -1.0))
    q_high = math.exp(-1.0 / b) / (1.0 + math.exp(-1.0 / b))
    p_high = q_high * math.exp(high)
    answer = account(steps * Step(DiscreteLaplace(b), Poisson(rate)), Remove())
    epsilon = share * steps * high
    bound = answer.delta(epsilon)
    exact = 0.0
    for h in range(steps + 1):
        loss = h * high + (steps - h) * low
        if loss > epsilon:
            log_mass = math.lgamma(steps + 1) - math.lgamma(h + 1) - math.lgamma(steps - h + 1)
            log_mass += h * math.log(p_high) + (steps - h) * math.log1p(-p_high)
            exact += math.exp(log_mass) * -math.expm1(epsilon - loss)
    assume(exact > 1e-200)
    assert bound.lower <= exact * (1.0 + 1e-9)
    assert bound.upper >= exact * (1.0 - 1e-9)
    assert is_close(bound)


@pytest.mark.parametrize(("epsilon", "delta", "steps"), [(0.1, 1e-6, 30), (1.0, 1e-3, 5), (0.3, 0.0, 100)])
@pytest.mark.parametrize("share", [0.0, 0.05, 0.2, 0.5, 0.9])
def test_black_boxes_compose_optimally(epsilon: float, delta: float, steps: int, share: float) -> None:
    """``(eps, delta)`` taken ``steps`` times (Kairouz, Oh and Viswanath 2015), as a binomial sum."""
    asked = share * steps * epsilon
    p = math.exp(epsilon) / (1.0 + math.exp(epsilon))
    finite = math.fsum(
        math.comb(steps, h) * p**h * (1.0 - p) ** (steps - h) * max(0.0, -math.expm1(asked - (2 * h - steps) * epsilon))
        for h in range(steps + 1)
    )
    kept = math.exp(steps * math.log1p(-delta))
    exact = -math.expm1(steps * math.log1p(-delta)) + kept * finite
    bound = account(steps * Step(EpsilonDelta(epsilon, delta), FullBatch()), AddRemove()).delta(asked)
    assert bound.lower <= exact * (1.0 + 1e-11) + 1e-15
    assert bound.upper >= exact * (1.0 - 1e-11) - 1e-15
    assert bound.upper - bound.lower <= 1e-3 * exact + 1e-13


@pytest.mark.parametrize("share", [0.01, 0.3, 0.6])
def test_reports_under_substitution_mix_their_witnesses(share: float) -> None:
    """The lower end is attained by some mixture of worst functions; no end may cross a pure one."""
    rate, steps = Fraction(1, 4), 6
    law = response_table(Fraction(3, 4), 2, rate)
    answer = account(steps * Step(RandomizedResponse(0.75), Poisson(0.25)), Substitute())
    epsilon = share * answer.epsilon(0.0).upper
    bound = answer.delta(epsilon)
    pure = [float(delta_at(power(one, steps), Fraction(math.exp(epsilon)))) for one in (law, swapped(law))]
    assert max(pure) <= bound.upper * (1.0 + 1e-9)
    assert bound.lower <= bound.upper
