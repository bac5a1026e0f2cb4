"""Whatever is asked, however extreme: an ordered bracket without NaN, or one of the two refusals; never a warning."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise, product

import pytest

from tightdp import (
    AddRemove,
    Answer,
    Bound,
    CannotAnswer,
    DiscreteGaussian,
    DiscreteLaplace,
    EpsilonDelta,
    FullBatch,
    Gaussian,
    Insert,
    InvalidInput,
    Laplace,
    Poisson,
    Program,
    RandomizedResponse,
    Remove,
    Step,
    Substitute,
    WithoutReplacement,
    WithReplacement,
    account,
)
from tightdp.mechanisms import AbstractMechanism
from tightdp.relations import AbstractRelation
from tightdp.schemes import AbstractScheme

DELTAS = (0.0, 1e-100, 1e-30, 1e-5, 0.5, 0.999)
EPSILONS = (0.0, 1e-9, 0.5, 1e3, 1e7, math.inf)


def assert_sound(bounds: Sequence[Bound], most: float = math.inf) -> None:
    """Bound itself refuses NaN and ends out of order."""
    for bound in bounds:
        assert 0.0 <= bound.lower <= bound.upper <= most


def assert_answers(answer: Answer, deltas: Sequence[float] = DELTAS, epsilons: Sequence[float] = EPSILONS) -> None:
    bounds = [answer.epsilon(delta) for delta in deltas]
    assert_sound(bounds)
    for small, large in pairwise(bounds):
        assert large.lower <= small.upper
    profile = answer.profile(epsilons)
    assert_sound(profile, 1.0)
    for near, far in pairwise(profile):
        assert far.lower <= near.upper


ALL = list(
    product([0.0, 0.05, 0.3, 1.0, 20.0, 1e4], [0.0, 1e-9, 1e-5, 1e-3, 0.5, 1.0 - 1e-12, 1.0], [0, 1, 2, 1000, 10**8])
)


@pytest.mark.parametrize("relation", [Remove(), Insert(), Substitute()], ids=["remove", "insert", "substitute"])
@pytest.mark.parametrize("sigma", [0.0, 0.3, 1.0, 1e3])
def test_gaussian_noise_of_any_size(sigma: float, relation: AbstractRelation) -> None:
    for rate, steps in product([0.0, 0.5, 1.0], [0, 1, 2, 1000]):
        program = steps * Step(Gaussian(sigma), Poisson(rate))
        assert_answers(account(program, relation), (0.0, 1e-100, 1e-5, 0.999), (0.0, 0.5, 1e7))


@pytest.mark.nightly
@pytest.mark.parametrize("relation", [Remove(), Insert(), Substitute()], ids=["remove", "insert", "substitute"])
@pytest.mark.parametrize(("sigma", "rate", "steps"), ALL)
def test_gaussian_noise_of_every_size(sigma: float, rate: float, steps: int, relation: AbstractRelation) -> None:
    assert_answers(account(steps * Step(Gaussian(sigma), Poisson(rate)), relation))


MECHANISMS: list[AbstractMechanism] = [
    Laplace(1.0),
    Laplace(0.05),
    Laplace(0.0),
    Laplace(1e3),
    RandomizedResponse(0.5),
    RandomizedResponse(1.0),
    RandomizedResponse(0.999999, 10),
    DiscreteGaussian(0.0),
    DiscreteGaussian(0.3),
    DiscreteGaussian(9.0),
    DiscreteLaplace(0.0),
    DiscreteLaplace(0.2),
    DiscreteLaplace(20.0),
    EpsilonDelta(0.0),
    EpsilonDelta(0.0, 0.1),
    EpsilonDelta(1.0, 1e-6),
    EpsilonDelta(20.0, 0.0),
    EpsilonDelta(700.0, 0.5),
    EpsilonDelta(0.1, 1.0),
]
SCHEMES: list[AbstractScheme] = [
    FullBatch(),
    Poisson(0.0),
    Poisson(1e-9),
    Poisson(0.3),
    Poisson(1.0),
    WithoutReplacement(1000, 10),
    WithoutReplacement(1000, 1000),
    WithReplacement(20, 50),
]


def words(thing: object) -> str:
    return str(thing).replace("substitution_sensitivity=", "")


# Atoms that no common grid fits take seconds.
SLOW = (
    Laplace(0.05),
    DiscreteGaussian(0.3),
    DiscreteGaussian(9.0),
    DiscreteLaplace(0.2),
    EpsilonDelta(20.0, 0.0),
    EpsilonDelta(700.0, 0.5),
)


@pytest.mark.parametrize("mechanism", [one for one in MECHANISMS if one not in SLOW], ids=words)
@pytest.mark.parametrize("scheme", [FullBatch(), Poisson(0.3), WithoutReplacement(1000, 10)], ids=words)
def test_each_mechanism(mechanism: AbstractMechanism, scheme: AbstractScheme) -> None:
    for relation in (AddRemove(), Substitute()):
        try:
            answer = account(2 * Step(mechanism, scheme), relation)
        except CannotAnswer:
            continue
        assert_answers(answer, (0.0, 1e-6, 0.999), (0.0, 0.5, math.inf))
        assert_sound(answer.trade_off([0.0, 1e-9, 0.1, 1.0]), 1.0)


@pytest.mark.nightly
@pytest.mark.parametrize("steps", [1, 2, 50, 10**5])
@pytest.mark.parametrize("relation", [AddRemove(), Substitute(), AddRemove(3)], ids=words)
@pytest.mark.parametrize("scheme", SCHEMES, ids=words)
@pytest.mark.parametrize("mechanism", MECHANISMS, ids=words)
def test_each_mechanism_everywhere(
    mechanism: AbstractMechanism, scheme: AbstractScheme, relation: AbstractRelation, steps: int
) -> None:
    try:
        answer = account(steps * Step(mechanism, scheme), relation)
    except (CannotAnswer, InvalidInput):
        return
    assert_answers(answer)
    assert_sound(answer.trade_off([0.0, 1e-9, 0.1, 1.0]), 1.0)


def test_groups() -> None:
    program = 100 * Step(Gaussian(5.0), Poisson(1e-3))
    for relation in (Remove(100), Insert(100), Substitute(100)):
        assert_answers(account(program, relation), (1e-5,), (0.5,))


@pytest.mark.nightly
@pytest.mark.parametrize("size", [1, 10, 100, 300, 1000])
def test_groups_of_every_size(size: int) -> None:
    program = 100 * Step(Gaussian(5.0), Poisson(1e-3))
    assert_answers(account(program, Remove(size)), (1e-30, 1e-5), (0.5,))
    assert_answers(account(program, Insert(size)), (1e-30, 1e-5), (0.5,))
    assert_answers(account(program, Substitute(size)), (1e-5,), (0.5,))


def test_every_split_of_a_group() -> None:
    answer = account(50 * Step(Gaussian(3.0), Poisson(0.01)), AddRemove(12))
    assert len(answer.directions) == 13
    assert_answers(answer, (1e-5,), (1.0,))


def test_nothing_to_account_for() -> None:
    for relation in (AddRemove(3), Remove(), Insert(), Substitute(2)):
        answer = account(Program(), relation)
        assert {answer.epsilon(delta).upper for delta in DELTAS} == {0.0}
        assert {bound.upper for bound in answer.profile(EPSILONS)} == {0.0}
        assert answer.profile([]) == answer.trade_off([]) == ()


def test_hundred_different_steps() -> None:
    program = sum((1 * Step(Gaussian(1.0 + 0.05 * i), Poisson(0.01)) for i in range(100)), start=Program())
    assert len(program.parts) == 100
    assert_answers(account(program, AddRemove()), (1e-5,), (0.5,))


@pytest.mark.nightly
def test_thousand_different_steps_many_times() -> None:
    parts = [100 * Step(Gaussian(1.0 + 0.005 * i), Poisson(0.001)) for i in range(1000)]
    assert_answers(account(sum(parts, start=Program()), AddRemove()), (1e-5,), (0.5,))


@pytest.mark.nightly
def test_few_steps_of_many_kinds() -> None:
    """Pure, approximate, discrete and continuous losses in one program, each with atoms of its own."""
    fixed = WithoutReplacement(1000, 50)
    program = (
        3 * Step(Gaussian(2.0), fixed)
        + 2 * Step(Laplace(3.0), FullBatch())
        + 4 * Step(RandomizedResponse(0.6), fixed)
        + 2 * Step(DiscreteGaussian(3.0), fixed)
        + Step(EpsilonDelta(0.2, 1e-7), fixed)
    )
    answer = account(program, Substitute())
    assert_answers(answer, (1e-8, 1e-5, 0.1), (0.0, 0.5, 5.0))
    assert not answer.tight
    assert answer.epsilon(1e-9).lower > 0.0
    assert answer.epsilon(1e-12).upper == math.inf
