"""An audit's lower end exceeds the account's upper end no more often than its confidence allows."""

from __future__ import annotations

from functools import cache

import pytest

from tightdp import (
    AddRemove,
    DiscreteGaussian,
    DiscreteLaplace,
    EpsilonDelta,
    FullBatch,
    Gaussian,
    Insert,
    Laplace,
    Poisson,
    Program,
    RandomizedResponse,
    Remove,
    Step,
    Substitute,
    Together,
    WithoutReplacement,
    WithReplacement,
    account,
)
from tightdp.auditing import audit
from tightdp.relations import AbstractRelation

Case = tuple[Program, AbstractRelation, float]
CASES: dict[str, Case] = {
    "Gaussian on Poisson": (2 * Step(Gaussian(0.8), Poisson(0.3)), AddRemove(), 0.02),
    "Gaussian, a group of 3": (1 * Step(Gaussian(1.0), Poisson(0.4)), AddRemove(3), 0.05),
    "Gaussian, replaced": (1 * Step(Gaussian(1.0), Poisson(0.4)), Substitute(), 0.02),
    "Gaussian, fixed size": (2 * Step(Gaussian(1.5), WithoutReplacement(10, 4)), Substitute(), 0.02),
    "Laplace, removed": (3 * Step(Laplace(1.0), WithReplacement(8, 3)), Remove(), 0.01),
    "Laplace, inserted": (1 * Step(Laplace(1.0), WithoutReplacement(8, 3)), Insert(2), 0.0),
    "response": (1 * Step(RandomizedResponse(0.75), Poisson(0.5)), AddRemove(), 0.0),
    "response, replaced": (3 * Step(RandomizedResponse(0.7, 4), WithReplacement(6, 3)), Substitute(), 0.01),
    "black box": (1 * Step(EpsilonDelta(1.0, 0.01), WithoutReplacement(6, 3)), Substitute(), 0.02),
    "black box, twice": (2 * Step(EpsilonDelta(0.5, 0.0), Poisson(0.5)), AddRemove(2), 0.01),
    "integers": (2 * Step(DiscreteGaussian(1.5), Poisson(0.5)), AddRemove(), 0.02),
    "integers, replaced": (2 * Step(DiscreteLaplace(2.0), FullBatch()), Substitute(), 0.02),
    "together": (1 * Step(Together((Gaussian(2.0), RandomizedResponse(0.7))), Poisson(0.5)), AddRemove(), 0.01),
}


@cache
def claimed(name: str) -> float:
    program, relation, delta = CASES[name]
    return account(program, relation).epsilon(delta).upper


def exceeds(name: str, seed: int, runs: int, confidence: float) -> bool:
    program, relation, delta = CASES[name]
    found = audit(program, relation, delta=delta, runs=runs, confidence=confidence, seed=seed)
    assert found.batches == "scheme"
    return not found.consistent_with(claimed(name))


def test_two_hundred_audits_at_95_percent() -> None:
    names = list(CASES)
    above = sum(exceeds(names[seed % len(names)], seed, 300, 0.95) for seed in range(200))
    assert above <= 10


def test_the_confidence_is_not_much_too_large_where_the_test_is_the_best_one() -> None:
    """At confidence 0.5 a true test exceeds the truth now and then: the bound is not vacuous."""
    above = sum(exceeds("response", seed, 300, 0.5) for seed in range(40))
    assert 0 < above <= 20


@pytest.mark.nightly
@pytest.mark.parametrize("name", CASES)
def test_two_hundred_audits_of_each_case(name: str) -> None:
    assert sum(exceeds(name, seed, 1000, 0.95) for seed in range(200)) <= 10
