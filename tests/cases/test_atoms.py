"""H11: where the loss has atoms, ``>`` is not ``>=``; every value is a finite sum that exact arithmetic gives."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest

from tightdp import (
    AddRemove,
    Answer,
    Bound,
    DiscreteLaplace,
    EpsilonDelta,
    FullBatch,
    Poisson,
    RandomizedResponse,
    Step,
    Substitute,
    account,
)

STEPS = 5


def reports() -> Answer:
    """Five answers that are true with probability 3/4: the loss is a multiple of ln 3."""
    return account(STEPS * Step(RandomizedResponse(0.75), FullBatch()), Substitute())


def masses() -> dict[int, tuple[Fraction, Fraction]]:
    """P and Q of each loss ``k ln 3``."""
    p, q = Fraction(3, 4), Fraction(1, 4)
    both: dict[int, tuple[Fraction, Fraction]] = {}
    for true in range(STEPS + 1):
        ways, false = math.comb(STEPS, true), STEPS - true
        both[true - false] = ways * p**true * q**false, ways * q**true * p**false
    return both


def above(k: int) -> float:
    """The sum over losses *above* ``k ln 3`` of ``P - 3^k Q``."""
    return float(sum((p - Fraction(3) ** k * q for loss, (p, q) in masses().items() if loss > k), Fraction(0)))


def holds(bound: Bound, exact: float) -> bool:
    """Between the ends, and these no further apart than a billionth and rounding."""
    return bound.lower - 1e-15 <= exact <= bound.upper + 1e-15 and bound.upper - bound.lower <= 1e-9


@pytest.mark.parametrize("k", [0, 1, 2, 3, 4, 5])
def test_h11_delta_sums_the_losses_above_an_atom(k: int) -> None:
    assert holds(reports().delta(k * math.log(3.0)), above(k))


@pytest.mark.parametrize("k", [1, 3])
def test_h11_epsilon_at_the_delta_of_an_atom_is_the_atom(k: int) -> None:
    bound = reports().epsilon(above(k))
    assert bound.lower - 1e-8 <= k * math.log(3.0) <= bound.upper + 1e-8
    assert bound.upper <= k * math.log(3.0) * 1.001


def test_h11_the_largest_loss_is_not_exceeded() -> None:
    """With ``>=`` the last atom would count and delta stay positive at every epsilon below the next grid point."""
    largest = STEPS * math.log(3.0)
    assert reports().delta(largest).upper == 0.0
    assert reports().epsilon(0.0).upper == pytest.approx(largest, rel=1e-14)
    assert reports().delta(largest - 1e-3).lower > 0.0


def test_h11_one_step_is_exact_on_both_sides_of_its_atom() -> None:
    atom = math.log(3.0)
    once = account(Step(RandomizedResponse(0.75), FullBatch()), Substitute())
    assert once.delta(atom).upper <= 1e-16
    assert once.delta(atom - 1e-6).upper == pytest.approx(0.75 * 1e-6, rel=1e-5)
    found = once.epsilon(0.0)
    assert (found.lower, found.upper) == pytest.approx((atom, atom), rel=1e-14)


@pytest.mark.parametrize("delta", [0.0, 1e-6])
def test_h11_a_black_box_holds_at_its_own_epsilon(delta: float) -> None:
    answer = account(Step(EpsilonDelta(1.0, delta), FullBatch()), AddRemove())
    assert (answer.delta(1.0).upper, answer.epsilon(delta).upper) == pytest.approx((delta, 1.0), rel=1e-12)
    sampled = account(Step(EpsilonDelta(1.0, delta), Poisson(0.1)), AddRemove())
    assert sampled.delta(math.log1p(0.1 * math.expm1(1.0))).upper == pytest.approx(0.1 * delta, rel=1e-8, abs=1e-16)


@pytest.mark.parametrize("epsilon", [0.0, 0.5, 1.0, 1.5, 2.0])
def test_h11_noise_on_the_integers(epsilon: float) -> None:
    """Two discrete Laplace releases with scale 1: the loss of each is +1 or -1."""
    answer = account(2 * Step(DiscreteLaplace(1.0), FullBatch()), AddRemove())
    high, low = 1.0 / (1.0 + math.exp(-1.0)), 1.0 / (1.0 + math.exp(1.0))
    losses = {2.0: (high**2, low**2), 0.0: (2 * high * low, 2 * high * low), -2.0: (low**2, high**2)}
    exact = sum(p - math.exp(epsilon) * q for loss, (p, q) in losses.items() if loss > epsilon)
    assert holds(answer.delta(epsilon), exact)
