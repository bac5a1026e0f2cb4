"""Bound, witness and audit of schemes that a user brings agree with each other."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest

from laws.own_examples import OWN_EXAMPLES
from tightdp import (
    EpsilonDelta,
    Gaussian,
    Laplace,
    Neighbours,
    RandomizedResponse,
    SampledRelease,
    Step,
    account,
    audit,
)
from tightdp.mechanisms import AbstractMechanism
from tightdp.transport.tightness import tightness

MECHANISMS: dict[str, AbstractMechanism] = {
    "Gaussian": Gaussian(1.0),
    "Laplace": Laplace(1.5),
    "response": RandomizedResponse(0.8),
    "black box": EpsilonDelta(1.0, 0.01),
}
DELTA = 0.03
STEPS = 2
CASES = [(name, mechanism) for name in OWN_EXAMPLES for mechanism in MECHANISMS]


@cache
def claimed(name: str, mechanism: str) -> float:
    example = OWN_EXAMPLES[name]
    program = STEPS * Step(MECHANISMS[mechanism], example.scheme)
    return account(program, example.relation).epsilon(DELTA).upper


@pytest.mark.parametrize("name", OWN_EXAMPLES)
def test_two_hundred_audits_by_the_laws_stay_below_the_bound(name: str) -> None:
    example, above = OWN_EXAMPLES[name], 0
    for seed in range(200):
        mechanism = list(MECHANISMS)[seed % len(MECHANISMS)]
        program = STEPS * Step(MECHANISMS[mechanism], example.scheme)
        found = audit(program, example.relation, delta=DELTA, runs=300, seed=seed)
        assert found.batches == "law"
        above += not found.consistent_with(claimed(name, mechanism))
    assert above <= 10


@pytest.mark.parametrize(("name", "mechanism"), CASES)
def test_an_audit_shows_much_of_what_is_true(name: str, mechanism: str) -> None:
    example = OWN_EXAMPLES[name]
    program = STEPS * Step(MECHANISMS[mechanism], example.scheme)
    found = audit(program, example.relation, delta=DELTA, runs=20_000, seed=1)
    assert 0.6 * claimed(name, mechanism) < found.epsilon <= claimed(name, mechanism)


@pytest.mark.parametrize(("name", "mechanism"), CASES)
def test_a_witness_runs_on_batches_that_are_really_drawn(name: str, mechanism: str) -> None:
    example = OWN_EXAMPLES[name]
    witness = tightness(MECHANISMS[mechanism], example.scheme, example.change, 0.3).witness
    release = SampledRelease.of_witness(witness, example.scheme, STEPS)
    neighbours = Neighbours(example.before, example.after, symmetric=False)
    for seed in range(2):
        found = audit(release, neighbours, delta=DELTA, runs=200, seed=seed)
        assert found.consistent_with(claimed(name, mechanism))


def always_there(dataset_size: int, steps: int, rng: np.random.Generator) -> list[Any]:
    """The last of four users takes part in every step, which the law says of 4 in 10."""
    others = OWN_EXAMPLES["user-level"].scheme.batches(6, steps, rng)
    return [[*batch, *range(6, dataset_size)] for batch in others]


def test_a_sampler_that_takes_a_user_too_often_is_caught() -> None:
    example = OWN_EXAMPLES["user-level"]
    claim = account(STEPS * Step(Gaussian(2.0), example.scheme), example.relation)
    witness = tightness(Gaussian(2.0), example.scheme, example.change, 0.3).witness
    neighbours = Neighbours(example.before, example.after, symmetric=False)
    honest = audit(
        SampledRelease.of_witness(witness, example.scheme, STEPS), neighbours, delta=DELTA, runs=1000, seed=1
    )
    assert honest.consistent_with(claim)
    broken = audit(SampledRelease.of_witness(witness, always_there, STEPS), neighbours, delta=DELTA, runs=1000, seed=1)
    assert not broken.consistent_with(claim)
