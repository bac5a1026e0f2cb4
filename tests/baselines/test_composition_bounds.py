from __future__ import annotations

import math

import pytest

from tightdp import AddRemove, CannotAnswer, FullBatch, Gaussian, Laplace, Poisson, Program, Step
from tightdp.baselines import Guarantee, optimal_composition
from tightdp.baselines.case import Case
from tightdp.baselines.composition_bounds import advanced_epsilon, naive_epsilon, optimal_epsilon


def case(program: Program, delta: float = 1e-5) -> Case:
    return Case(program, AddRemove(), delta, 1e-3)


def test_pure_steps() -> None:
    run = case(50 * Step(Laplace(5.0), FullBatch()))
    assert naive_epsilon(run).upper <= 10.0
    assert optimal_epsilon(run).upper <= optimal_composition(Guarantee(0.2, 0.0, 50), 1e-5)
    assert run.answer.epsilon(1e-5).lower <= optimal_epsilon(run).upper
    assert optimal_epsilon(run).upper <= advanced_epsilon(run).upper


def test_steps_that_are_never_pure() -> None:
    run = case(20 * Step(Gaussian(4.0), Poisson(0.1)))
    tight = run.answer.epsilon(1e-5).lower
    assert tight < optimal_epsilon(run).upper < min(naive_epsilon(run).upper, advanced_epsilon(run).upper)
    assert naive_epsilon(case(run.program, 0.0)).upper == math.inf


def test_delta_zero() -> None:
    run = case(5 * Step(Laplace(5.0), FullBatch()), 0.0)
    assert naive_epsilon(run).upper == pytest.approx(1.0)
    assert optimal_epsilon(run).upper == pytest.approx(1.0)
    with pytest.raises(CannotAnswer, match="its slack takes a positive delta"):
        advanced_epsilon(run)


def test_kinds_of_steps() -> None:
    two = case(2 * Step(Laplace(5.0), FullBatch()) + Step(Laplace(6.0), FullBatch()))
    assert naive_epsilon(two).upper <= 2.0 / 5.0 + 1.0 / 6.0 + 1e-12
    with pytest.raises(
        CannotAnswer, match=r"different guarantees .* Instead: account, which composes losses of any kinds"
    ):
        optimal_epsilon(two)
    assert optimal_epsilon(case(Program())).upper == naive_epsilon(case(Program())).upper == 0.0
