from __future__ import annotations

import math

import pytest

from tightdp import AddRemove, CannotAnswer, EpsilonDelta, FullBatch, InvalidInput, Step, account
from tightdp.baselines import Guarantee, naive_composition, optimal_composition, optimal_composition_delta


def published(epsilon: float, delta: float, steps: int, i: int) -> tuple[float, float]:
    """Kairouz, Oh, Viswanath 2017, Theorem 3.3: eps = (T - 2 i) eps_0 with its delta, term by term."""
    terms = [
        math.comb(steps, j) * (math.exp((steps - j) * epsilon) - math.exp((steps - 2 * i + j) * epsilon))
        for j in range(i)
    ]
    rest = math.fsum(terms) / (1.0 + math.exp(epsilon)) ** steps
    return (steps - 2 * i) * epsilon, 1.0 - (1.0 - delta) ** steps * (1.0 - rest)


@pytest.mark.parametrize(("epsilon", "delta"), [(0.1, 0.0), (1.0, 1e-3), (3.0, 1e-5)])
def test_the_published_points(epsilon: float, delta: float) -> None:
    for i in range(6):
        at, value = published(epsilon, delta, 11, i)
        found = optimal_composition_delta(Guarantee(epsilon, delta, 11), at)
        assert found == pytest.approx(value, rel=1e-9, abs=1e-15)


@pytest.mark.parametrize(("epsilon", "delta", "steps"), [(0.5, 0.0, 30), (0.05, 1e-7, 500), (1.0, 0.0, 1)])
def test_it_is_what_the_accountant_finds_for_a_black_box(epsilon: float, delta: float, steps: int) -> None:
    answer = account(steps * Step(EpsilonDelta(epsilon, delta), FullBatch()), AddRemove())
    for target in (1e-4, 1e-2):
        bound = answer.epsilon(target)
        found = optimal_composition(Guarantee(epsilon, delta, steps), target)
        assert bound.lower * (1.0 - 1e-9) <= found <= bound.upper * (1.0 + 1e-9)


def test_many_steps() -> None:
    """A million steps of 1e-3: nearly a Gaussian of mean 1/2 and deviation 1, whose delta at 4.377178 is 1e-5."""
    assert optimal_composition(Guarantee(1e-3, 0.0, 10**6), 1e-5) == pytest.approx(4.377178, rel=1e-3)


def test_ends() -> None:
    assert optimal_composition(Guarantee(0.5, 0.0, 4), 0.0) == 2.0
    assert optimal_composition(Guarantee(0.5, 1e-3, 4), 1e-3) == math.inf
    assert optimal_composition(Guarantee(0.0, 1e-3, 4), 1e-2) == 0.0
    assert optimal_composition_delta(Guarantee(1.0, 1.0, 2), 5.0) == 1.0
    assert optimal_composition(Guarantee(0.5, 0.0, 3), 1e-12) <= naive_composition([Guarantee(0.5, 0.0, 3)])[0]


def test_refusals() -> None:
    with pytest.raises(CannotAnswer, match=r"its sum is taken term by term, up to 10\^9 steps"):
        optimal_composition_delta(Guarantee(1e-3, 0.0, 10**10), 1.0)
    with pytest.raises(InvalidInput, match=r"delta must be in \[0, 1\), got -0.1"):
        optimal_composition(Guarantee(1e-3), -0.1)
