"""k at once = once, k times; the order and the grouping of steps do not matter; one step is itself."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import pytest

from tightdp import (
    AddRemove,
    Answer,
    Bound,
    DiscreteGaussian,
    DiscreteLaplace,
    EpsilonDelta,
    FullBatch,
    Gaussian,
    Insert,
    Laplace,
    Poisson,
    Profile,
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
from tightdp.pairs.pair import AbstractPair
from tightdp.pld.composed import Composed
from tightdp.relations import AbstractRelation
from tightdp.schemes import AbstractScheme
from tightdp.transport import dominate


def laplace_profile(epsilon: float) -> float:
    return max(0.0, -float(np.expm1((epsilon - 0.5) / 2.0)))


class Cast(NamedTuple):
    """One step and who may differ."""

    mechanism: AbstractMechanism
    scheme: AbstractScheme
    relation: AbstractRelation


MECHANISMS: dict[str, AbstractMechanism] = {
    "Gaussian": Gaussian(1.5),
    "Laplace": Laplace(2.0),
    "randomised response": RandomizedResponse(0.7),
    "4-ary response": RandomizedResponse(0.5, 4),
    "discrete Gaussian": DiscreteGaussian(2.0),
    "discrete Laplace": DiscreteLaplace(1.5),
    "black box": EpsilonDelta(0.4, 1e-6),
    "profile": Profile(laplace_profile),
}
PLACES: dict[str, tuple[AbstractScheme, AbstractRelation]] = {
    "full batch": (FullBatch(), AddRemove()),
    "Poisson": (Poisson(0.1), AddRemove()),
    "Poisson, group inserted": (Poisson(0.1), Insert(2)),
    "Poisson, replaced": (Poisson(0.1), Substitute()),
    "without replacement": (WithoutReplacement(60, 6), Remove()),
    "without replacement, replaced": (WithoutReplacement(60, 6), Substitute()),
    "with replacement": (WithReplacement(60, 6), Remove()),
}
CAST = {
    f"{mechanism}, {place}": Cast(MECHANISMS[mechanism], *PLACES[place]) for mechanism in MECHANISMS for place in PLACES
}
every_cast = pytest.mark.parametrize("name", CAST)


def step_of(name: str) -> Step:
    return Step(CAST[name].mechanism, CAST[name].scheme)


def ask(program: Program | Step, name: str) -> Answer:
    return account(program, CAST[name].relation)


@every_cast
def test_many_at_once_are_one_after_another(name: str) -> None:
    step = step_of(name)
    one_by_one = sum([step] * 7, start=Program())
    in_groups = 3 * step + (step + 2 * step) + 1 * step
    assert one_by_one == in_groups == 7 * step
    expected = ask(7 * step, name)
    for other in (one_by_one, in_groups):
        assert ask(other, name).epsilon(1e-4) == expected.epsilon(1e-4)
        assert ask(other, name).delta(0.5) == expected.delta(0.5)


def pairs_of(name: str) -> list[AbstractPair]:
    cast = CAST[name]
    found = [dominate(cast.mechanism, cast.scheme, change) for change in cast.relation.directions()]
    return [guarantee.pair for guarantees in found for guarantee in guarantees if not guarantee.pair.is_trivial]


def meet(first: Bound, second: Bound) -> bool:
    return first.lower <= second.upper and second.lower <= first.upper


@every_cast
def test_steps_that_are_not_merged_compose_alike(name: str) -> None:
    """The same pair in one part of seven, in two parts, and in two parts the other way round."""
    for pair in pairs_of(name)[:2]:
        whole = Composed(((pair, 7),)).epsilon(1e-4, 1e-3).bound
        split = Composed(((pair, 2), (pair, 5))).epsilon(1e-4, 1e-3).bound
        other = Composed(((pair, 5), (pair, 2))).epsilon(1e-4, 1e-3).bound
        assert meet(whole, split)
        assert meet(split, other)
        assert split.relative_gap <= 1e-3 or split.upper - split.lower <= 1e-13


@every_cast
@pytest.mark.parametrize("epsilon", [0.0, 0.3])
def test_one_step_composed_brackets_its_exact_profile(name: str, epsilon: float) -> None:
    for pair in pairs_of(name)[:2]:
        exact = float(pair.hockey_stick(np.array([epsilon]))[0])
        bound = Composed(((pair, 1),)).delta(epsilon, 1e-3).bound
        assert bound.lower <= exact * (1.0 + 2e-9) + 1e-15
        assert bound.upper >= exact * (1.0 - 2e-9) - 1e-15


@every_cast
def test_doubling_a_program_is_taking_it_twice(name: str) -> None:
    step = step_of(name)
    program = 2 * step + 3 * Step(Gaussian(4.0), FullBatch()) if "black" not in name else 2 * step
    assert 2 * program == program + program
    assert ask(2 * program, name).epsilon(1e-4) == ask(program + program, name).epsilon(1e-4)


@every_cast
def test_the_order_of_different_steps_does_not_matter(name: str) -> None:
    step, other = step_of(name), Step(Laplace(5.0), CAST[name].scheme)
    first, second = ask(4 * step + 2 * other, name), ask(2 * other + 4 * step, name)
    assert meet(first.epsilon(1e-4), second.epsilon(1e-4))
    assert meet(first.delta(0.4), second.delta(0.4))


def test_a_hundred_thousand_steps_one_by_one_cost_as_little_as_at_once() -> None:
    """Appending merges, so that the question is the same one."""
    step = Step(Gaussian(1.0), Poisson(0.004))
    program = Program(((step, 1),) * 100_000)
    assert program == 100_000 * step
    assert ask_both(program) == ask_both(100_000 * step)


def ask_both(program: Program) -> Bound:
    return account(program, AddRemove()).epsilon(1e-5)
