"""The one call: right and wrong claims, seeds, sources of batches, and bad input."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tightdp import (
    AddRemove,
    FullBatch,
    Gaussian,
    InvalidInput,
    Laplace,
    Poisson,
    Program,
    RandomizedResponse,
    Step,
    Substitute,
    WithoutReplacement,
    account,
)
from tightdp.auditing import Neighbours, SampledRelease, audit
from tightdp.relations import AbstractRelation

SUMS = Neighbours(np.ones(20), np.ones(19))


def with_noise(sigma: float) -> SampledRelease:
    return SampledRelease(lambda batch, rng: np.sum(batch) + rng.normal(0.0, sigma), FullBatch())


def test_noise_as_claimed_is_consistent_and_half_of_it_is_caught() -> None:
    claim = account(Step(Gaussian(1.0), FullBatch()), AddRemove())
    honest = audit(with_noise(1.0), SUMS, delta=0.01, runs=4000, seed=1)
    broken = audit(with_noise(0.5), SUMS, delta=0.01, runs=4000, seed=1)
    assert honest.consistent_with(claim)
    assert 0.6 * claim.epsilon(0.01).upper < honest.epsilon
    verdict = broken.consistent_with(claim)
    assert not verdict
    assert verdict.chance < 1e-6
    assert broken.epsilon < account(Step(Gaussian(0.5), FullBatch()), AddRemove()).epsilon(0.01).upper


def shuffled(dataset_size: int, steps: int, rng: np.random.Generator) -> list[Any]:
    return np.array_split(rng.permutation(dataset_size), steps)


def one_large_sum(outputs: np.ndarray[Any, np.dtype[np.float64]]) -> float:
    """The likelihood ratio, up to its constant, of one sum 2 higher than the others."""
    return float(np.logaddexp.reduce((2.0 * outputs + 2.0) / 0.7**2))


def test_shuffled_batches_that_are_claimed_to_be_poisson_are_caught() -> None:
    release = SampledRelease(lambda batch, rng: np.sum(batch) + rng.normal(0.0, 0.7), shuffled, 4, one_large_sum)
    neighbours = Neighbours(np.array([1.0, -1.0, -1.0, -1.0]), -np.ones(4))
    claim = account(4 * Step(Gaussian(0.7), Poisson(0.25)), Substitute())
    verdict = audit(release, neighbours, delta=0.1, runs=3000, seed=2).consistent_with(claim)
    assert not verdict
    assert verdict.shown > 1.5 * verdict.claimed
    assert "contradiction" in str(verdict)


def test_a_run_with_less_noise_than_accounted_is_caught() -> None:
    claim = account(10 * Step(Laplace(2.0), Poisson(0.5)), AddRemove())
    found = audit(10 * Step(Laplace(1.0), Poisson(0.5)), AddRemove(), delta=0.01, runs=5000, seed=3, batches="law")
    assert not found.consistent_with(claim)


POWER: list[tuple[str, Program, AbstractRelation, float, float]] = [
    ("one Gaussian", 1 * Step(Gaussian(1.0), FullBatch()), AddRemove(), 1e-2, 0.85),
    ("one Gaussian, small delta", 1 * Step(Gaussian(1.0), FullBatch()), AddRemove(), 1e-5, 0.6),
    ("one response", 1 * Step(RandomizedResponse(0.8), Poisson(0.5)), AddRemove(), 1e-3, 0.9),
    ("ten Laplace steps", 10 * Step(Laplace(2.0), WithoutReplacement(20, 10)), Substitute(), 1e-2, 0.6),
    ("twenty Gaussian steps", 20 * Step(Gaussian(1.0), Poisson(0.1)), AddRemove(), 1e-2, 0.7),
]


@pytest.mark.parametrize(
    ("program", "relation", "delta", "share"), [case[1:] for case in POWER], ids=[c[0] for c in POWER]
)
def test_a_hundred_thousand_runs_show_most_of_what_is_true(
    program: Program, relation: AbstractRelation, delta: float, share: float
) -> None:
    found = audit(program, relation, delta=delta, seed=4, batches="law")
    epsilon = account(program, relation).epsilon(delta)
    assert share * epsilon.lower < found.epsilon <= epsilon.upper


def test_the_same_seed_gives_the_same_result_with_and_without_progress() -> None:
    told: list[tuple[int, int]] = []
    run = 7 * Step(Gaussian(1.0), Poisson(0.2)) + Step(Laplace(1.0), FullBatch())
    one = audit(run, AddRemove(2), delta=0.01, runs=500, seed=8)
    two = audit(
        run, AddRemove(2), delta=0.01, runs=500, seed=8, progress=lambda done, total: told.append((done, total))
    )
    other = audit(run, AddRemove(2), delta=0.01, runs=500, seed=9)
    assert one == two
    assert one != other
    done, total = told[-1]
    assert done == total
    assert 7900 < total <= 8000
    assert [done for done, _ in told] == sorted(done for done, _ in told)


def test_a_seed_is_recorded_and_repeats_the_audit() -> None:
    first = audit(with_noise(1.0), SUMS, delta=0.01, runs=300)
    assert audit(with_noise(1.0), SUMS, delta=0.01, runs=300, seed=first.seed) == first


def test_batches_are_drawn_as_long_as_that_is_quick() -> None:
    step = Step(Gaussian(1.0), Poisson(0.2))
    assert audit(step, AddRemove(), delta=0.01, runs=200, seed=1).batches == "scheme"
    assert audit(step, AddRemove(), delta=0.01, runs=200, seed=1, batches="law").batches == "law"
    assert audit(10_000 * step, AddRemove(), delta=0.01, runs=200, seed=1).batches == "law"
    large = Step(Gaussian(1.0), WithoutReplacement(20_000, 200))
    assert audit(large, AddRemove(), delta=0.01, runs=200, seed=1).batches == "law"
    with pytest.raises(
        InvalidInput, match="batches must be 'law' or 'auto' for data sets of more than 10,000 records and"
    ):
        audit(large, AddRemove(), delta=0.01, runs=200, batches="scheme")


def test_nothing_that_runs_shows_nothing() -> None:
    assert audit(Program(), AddRemove(), delta=0.0, runs=100, seed=1).epsilon == 0.0


def test_the_order_of_the_neighbours_can_be_fixed() -> None:
    """A release that is 0 under ``after``: only the order (before, after) has events that ``after`` lacks."""

    def coin(batch: Any, rng: np.random.Generator) -> float:
        return float(len(batch) == 20 and rng.random() < 0.5)

    release = SampledRelease(coin, FullBatch())
    assert audit(release, SUMS, delta=0.0, runs=1000, seed=1).epsilon > 3.0
    turned = audit(release, Neighbours(SUMS.after, SUMS.before), delta=0.0, runs=1000, seed=1)
    assert turned.epsilon > 3.0
    assert turned.direction == "before, after, the other way round"
    backwards = Neighbours(SUMS.after, SUMS.before, symmetric=False)
    assert audit(release, backwards, delta=0.0, runs=1000, seed=1).epsilon < 1.0


def test_few_runs_are_enough_to_try_every_direction_once() -> None:
    run = 2 * Step(RandomizedResponse(0.7, 3), WithoutReplacement(50, 5))
    assert audit(run, AddRemove(30), delta=0.01, runs=100, seed=1).epsilon >= 0.0


@pytest.mark.parametrize(
    ("arguments", "options", "match"),
    [
        ((with_noise(1.0), AddRemove()), {}, r"neighbours must be Neighbours\(before, after\), two data sets for your"),
        ((Step(Gaussian(1.0), FullBatch()), SUMS), {}, r"neighbours must be a relation, such as AddRemove\(\), for a"),
        ((with_noise, SUMS), {}, r"neighbours must be a relation, such as AddRemove\(\), for a program"),
        (("run", AddRemove()), {}, "program must be a Step or a Program"),
        ((Program(), AddRemove()), {"batches": "all"}, "batches must be one of auto, scheme, law, got 'all'"),
        (
            (10**9 * Step(Gaussian(1.0), FullBatch()), AddRemove()),
            {"runs": 1000},
            "runs must be so few that runs times",
        ),
    ],
)
def test_bad_input_is_named(arguments: tuple[Any, Any], options: dict[str, Any], match: str) -> None:
    with pytest.raises(InvalidInput, match=match):
        audit(*arguments, delta=0.01, **options)
