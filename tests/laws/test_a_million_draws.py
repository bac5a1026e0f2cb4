"""A million batches of each sampler by chi-square: whole batches, records, sizes, and every group's changed records."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from typing import NamedTuple

import numpy as np
import pytest
from numpy.typing import NDArray

from laws.goodness_of_fit import counts_fit
from tightdp.relations import Change
from tightdp.sampling import BatchSampler, Randomness
from tightdp.schemes import (
    AbstractScheme,
    BatchTable,
    BatchTypes,
    FullBatch,
    OwnScheme,
    Poisson,
    WithoutReplacement,
    WithReplacement,
)
from twins.all_batches import (
    Batches,
    batches_with_replacement,
    batches_without_replacement,
    full_batches,
    poisson_batches,
)

DRAWS = 10**6
ONE = Change(removed=1)
TABLE: Batches = {(0, 1): Fraction(1, 2), (1,): Fraction(1, 8), (2, 2): Fraction(1, 4), (): Fraction(1, 8)}
OWN = OwnScheme({ONE: BatchTable({batch: TABLE[batch] for batch in TABLE}, {(): 1})})
# Users 0 and 1 of two records each: a fair coin says who is asked; the types say whether user 0 was.
TYPES = BatchTypes({"asked": 0.5, "not": 0.5}, {"not": 1.0}, {("asked", "not"): Change(removed=2)})
BY_USER = OwnScheme({Change(removed=2): TYPES}, sampler=lambda n, rng: (1, 0) if rng.random() < 0.5 else (n - 1, n - 2))
USERS: Batches = {(0, 1): Fraction(TYPES.classes.p[0]), (2, 3): Fraction(TYPES.classes.p[1])}
BUILT_IN = [
    (FullBatch(), 4, full_batches(4)),
    (Poisson(0.2), 4, poisson_batches(4, 0.2)),
    (WithoutReplacement(6, 2), 6, batches_without_replacement(6, 2)),
    (WithReplacement(5, 3), 5, batches_with_replacement(5, 3)),
]
CAST = pytest.mark.parametrize(
    ("scheme", "size", "law"),
    [*BUILT_IN, (OWN, 3, TABLE), (BY_USER, 4, USERS)],
    ids=["full-batch", "poisson", "without-replacement", "with-replacement", "own table", "own types"],
)
NIGHTLY = pytest.mark.parametrize("draws", [20_000, pytest.param(DRAWS, marks=pytest.mark.nightly)])


class Drawn(NamedTuple):
    """How often each record is in each batch, ``(draws, records)``."""

    held: NDArray[np.int64]

    def batches(self) -> Counter[tuple[int, ...]]:
        """Whole batches, counted."""
        base = int(self.held.max(initial=0)) + 1
        records = self.held.shape[1]
        powers = np.array([base**record for record in range(records)], dtype=np.int64)
        codes: NDArray[np.int64] = self.held @ powers
        found, counts = np.unique(codes, return_counts=True)
        digits = found[:, np.newaxis] // powers % base
        return Counter({labels_of(times): count for times, count in zip(digits.tolist(), counts.tolist(), strict=True)})

    def counts(self, first: int, group: int) -> Counter[int]:
        """In how many batches a group of records ``first``, ``first + 1``, ... is 0, 1, ... times."""
        times: NDArray[np.int64] = self.held[:, first : first + group].sum(axis=1)
        return tallied(times)

    def neighbours(self) -> Counter[tuple[bool, bool]]:
        """Whether record 0 is in the one and in the next, for each two batches."""
        there = (self.held[:, 0] > 0).tolist()
        return Counter(zip(there[::2], there[1::2], strict=True))


def tallied(numbers: NDArray[np.int64]) -> Counter[int]:
    """How often each number occurs."""
    counts: NDArray[np.int64] = np.bincount(numbers)
    return Counter({int(number): int(counts[number]) for number in counts.nonzero()[0]})


def labels_of(times: Iterable[int]) -> tuple[int, ...]:
    """A batch from how often it holds each record."""
    return tuple(record for record, count in enumerate(times) for _ in range(count))


def neighbours_of(law: Batches) -> dict[tuple[bool, bool], Fraction]:
    """What :meth:`Drawn.neighbours` counts, for independent batches."""
    share = sum((chance for batch, chance in law.items() if 0 in batch), Fraction(0))
    coin = {True: share, False: 1 - share}
    return {(one, then): coin[one] * coin[then] for one in coin for then in coin}


def collected(batches: Iterable[NDArray[np.int64]], records: int) -> Drawn:
    """What was drawn, looked at all at once."""
    every = list(batches)
    lengths = np.fromiter(map(len, every), dtype=np.int64, count=len(every))
    flat = np.concatenate(every)
    assert flat.dtype == np.int64
    steps = np.repeat(np.arange(len(every)), lengths)
    ascending = np.diff(flat) >= 0
    assert ascending[np.diff(steps) == 0].all()
    held = np.bincount(steps * records + flat, minlength=len(every) * records)
    return Drawn(held.reshape(len(every), records))


def told(scheme: AbstractScheme, group: int) -> dict[int, Fraction]:
    """The law of a group's records in a batch that the scheme is accounted by."""
    return {i: Fraction(weight) for i, weight in enumerate(scheme.law(Change(substituted=group)).p)}


def is_its_law(drawn: Drawn, scheme: AbstractScheme, law: Batches) -> None:
    """Whole batches as enumerated; each record (group 1), each group, and the size (all) as the scheme's law says."""
    assert counts_fit(drawn.batches(), law)
    assert counts_fit(drawn.neighbours(), neighbours_of(law))
    if isinstance(scheme, OwnScheme):
        return
    size = drawn.held.shape[1]
    for group in range(1, size + 1):
        wanted = told(scheme, group)
        for first in range(size - group + 1):
            assert counts_fit(drawn.counts(first, group), wanted), (first, group)


@CAST
def test_batches_records_sizes_and_groups_follow_the_law(scheme: AbstractScheme, size: int, law: Batches) -> None:
    drawn = collected(scheme.batches(size, DRAWS, np.random.default_rng(2026)), size)
    assert len(drawn.held) == DRAWS
    is_its_law(drawn, scheme, law)


@NIGHTLY
@pytest.mark.parametrize(("scheme", "size", "law"), BUILT_IN, ids=[scheme.name for scheme, *_ in BUILT_IN])
def test_the_samplers_of_training_loops_do_too(scheme: AbstractScheme, size: int, law: Batches, draws: int) -> None:
    """Each step with a generator of its own from the key and the step's number."""
    sampler = BatchSampler(scheme, dataset_size=size, steps=draws, source=Randomness.seeded(2026))
    is_its_law(collected(sampler, size), scheme, law)


@pytest.mark.parametrize("draws", [100_000, pytest.param(DRAWS, marks=pytest.mark.nightly)])
def test_each_pair_of_a_larger_data_set_is_alike(draws: int) -> None:
    """Below 1/64 of the data, sets come from another algorithm."""
    pairs = np.concatenate(list(WithoutReplacement(128, 2).batches(128, draws, np.random.default_rng(2028))))
    first, second = pairs[::2], pairs[1::2]
    assert (first < second).all()
    chance = Fraction(1, 128 * 127 // 2)
    assert counts_fit(tallied(128 * first + second), {128 * a + b: chance for b in range(128) for a in range(b)})


def test_the_test_sees_a_rate_that_is_off_by_half_a_percent() -> None:
    coins = tallied(np.random.default_rng(1).binomial(1, 0.3, DRAWS))
    assert counts_fit(coins, told(Poisson(0.3), 1))
    assert not counts_fit(coins, told(Poisson(0.305), 1))
