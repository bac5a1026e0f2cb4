"""What the samplers of training loops hand out follows the law that is accounted; a million draws each at night."""

from __future__ import annotations

from fractions import Fraction

import pytest

from laws.goodness_of_fit import fits
from tightdp.sampling import BatchSampler, Randomness
from tightdp.schemes import AbstractScheme, FullBatch, Poisson, WithoutReplacement, WithReplacement
from twins.all_batches import (
    Batches,
    batches_with_replacement,
    batches_without_replacement,
    full_batches,
    poisson_batches,
)

DRAWS = pytest.mark.parametrize("draws", [4000, pytest.param(10**6, marks=pytest.mark.nightly)])
CAST = pytest.mark.parametrize(
    ("scheme", "size", "law"),
    [
        (FullBatch(), 4, full_batches(4)),
        (Poisson(0.3), 4, poisson_batches(4, 0.3)),
        (WithoutReplacement(5, 2), 5, batches_without_replacement(5, 2)),
        (WithReplacement(4, 2), 4, batches_with_replacement(4, 2)),
    ],
    ids=lambda value: str(value) if isinstance(value, AbstractScheme) else "",
)


@DRAWS
@CAST
def test_batches_follow_the_law(scheme: AbstractScheme, size: int, law: Batches, draws: int) -> None:
    sampler = BatchSampler(scheme, dataset_size=size, steps=draws, source=Randomness.seeded(2026))
    assert fits((tuple(map(int, batch)) for batch in sampler), law)


@CAST
def test_neighbouring_steps_are_independent(scheme: AbstractScheme, size: int, law: Batches) -> None:
    """Steps have generators of their own: nothing carries over from one to the next."""
    sampler = BatchSampler(scheme, dataset_size=size, steps=8000, source=Randomness.seeded(2027))
    halves = [(min(batch, default=-1), len(batch)) for batch in sampler]
    likely = max(set(halves), key=halves.count)
    chances = [chance for batch, chance in law.items() if (min(batch, default=-1), len(batch)) == likely]
    share = sum(chances, Fraction(0))
    both = {(True, True): share**2, (True, False): share * (1 - share), (False, True): share * (1 - share)}
    both[False, False] = (1 - share) ** 2
    hits = [half == likely for half in halves]
    assert fits(zip(hits[::2], hits[1::2], strict=True), both)
