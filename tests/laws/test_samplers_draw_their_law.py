"""A scheme's two faces agree: what it draws, and what it says about what it draws."""

from __future__ import annotations

import math
from collections import Counter
from fractions import Fraction
from itertools import product
from typing import NamedTuple

import numpy as np
import pytest

from laws.goodness_of_fit import fits
from tightdp.relations import AddRemove, Change, Insert, Remove, Substitute
from tightdp.schemes import AbstractScheme, FullBatch, Poisson, WithoutReplacement, WithReplacement
from tightdp.schemes.distinct_indices import distinct_indices
from twins.all_batches import (
    Batches,
    batches_with_replacement,
    batches_without_replacement,
    counts_of,
    full_batches,
    poisson_batches,
)

DRAWS = 12_000


class Case(NamedTuple):
    """A scheme, the size of the larger data set, and its slow twin at every size."""

    scheme: AbstractScheme
    size: int
    twin: dict[int, Batches]


def cases() -> list[Case]:
    return [
        Case(FullBatch(), 4, {n: full_batches(n) for n in range(5)}),
        *(Case(Poisson(rate), 4, {n: poisson_batches(n, rate) for n in range(5)}) for rate in (0.0, 0.3, 0.75, 1.0)),
        *(
            Case(
                WithoutReplacement(size, m),
                size,
                {n: batches_without_replacement(n, m) for n in range(m, size + 1)},
            )
            for size, m in ((1, 1), (4, 1), (4, 2), (5, 3), (6, 5), (6, 6))
        ),
        *(
            Case(
                WithReplacement(size, m),
                size,
                {n: batches_with_replacement(n, m) for n in range(1, size + 1)},
            )
            for size, m in ((1, 3), (2, 5), (4, 1), (4, 2), (3, 4))
        ),
    ]


CASES = pytest.mark.parametrize("case", cases(), ids=lambda case: str(case.scheme))
CHANGES = sorted(
    {
        change
        for k in (1, 2, 3, 4, 5)
        for relation in (Insert(k), Remove(k), AddRemove(k), Substitute(k))
        for change in relation.directions()
    },
    key=str,
)


def drawn(scheme: AbstractScheme, size: int, seed: int) -> list[tuple[int, ...]]:
    rng = np.random.default_rng(seed)
    return [tuple(map(int, batch)) for batch in scheme.batches(size, DRAWS, rng)]


def nearest(weights: tuple[float, ...], exact: tuple[Fraction, ...]) -> bool:
    """Whether each weight is off by half a unit in the last place at most."""
    return len(weights) == len(exact) and all(
        abs(Fraction(weight) - chance) <= Fraction(math.ulp(chance)) / 2
        for weight, chance in zip(weights, exact, strict=True)
    )


def without_changed(batches: Batches, shared: int) -> dict[tuple[int, ...], Fraction]:
    """The law of a batch given that it holds shared records only."""
    kept = {batch: chance for batch, chance in batches.items() if all(i < shared for i in batch) and chance}
    return {batch: chance / sum(kept.values()) for batch, chance in kept.items()}


@CASES
def test_the_batches_drawn_follow_the_batches_enumerated(case: Case) -> None:
    for size, law in case.twin.items():
        assert fits(drawn(case.scheme, size, seed=size), law), size


@CASES
def test_successive_batches_are_independent(case: Case) -> None:
    size = min(max(case.twin), max(min(case.twin), 2))
    law = case.twin[size]
    both = {(first, then): law[first] * law[then] for first, then in product(law, law)}
    batches = drawn(case.scheme, size, seed=11)
    assert fits(zip(batches[::2], batches[1::2], strict=True), both)


@CASES
def test_the_law_of_changed_records_is_the_one_counted(case: Case) -> None:
    """Records 0, 1, ... are shared; the changed ones have the last indices of x and of x'."""
    told = 0
    for change in CHANGES:
        shared = case.size - max(change.leaving, change.arriving)
        of_x, of_other = shared + change.leaving, shared + change.arriving
        if shared < 0 or not {of_x, of_other} <= case.twin.keys():
            continue
        law = case.scheme.law(change)
        told += 1
        p = counts_of(case.twin[of_x], range(shared, of_x))
        q = counts_of(case.twin[of_other], range(shared, of_other))
        assert nearest(law.p, p), change
        one_sided = isinstance(case.scheme, FullBatch) and change.substituted  # the whole distance is in p
        assert nearest(law.q, (Fraction(1),) if one_sided else q), change
    assert told


@CASES
def test_batches_without_changed_records_are_alike(case: Case) -> None:
    """The shared batch: given no changed record, batches of x and of x' have one law."""
    for change in CHANGES:
        shared = case.size - max(change.leaving, change.arriving)
        sizes = (shared + change.leaving, shared + change.arriving)
        if shared >= 0 and set(sizes) <= case.twin.keys():
            laws = [without_changed(case.twin[size], shared) for size in sizes]
            assert laws[0] == laws[1] or not all(laws), change


@pytest.mark.parametrize(("population", "count"), [(70, 1), (128, 2), (7, 3), (7, 5), (63, 1), (5, 0), (5, 5)])
def test_each_set_of_indices_has_the_same_chance(population: int, count: int) -> None:
    rng = np.random.default_rng(5)
    law = batches_without_replacement(population, count)
    draws = (tuple(map(int, distinct_indices(population, count, rng))) for _ in range(6 * len(law) + 1000))
    assert fits(draws, law)


@pytest.mark.parametrize("scheme", [WithoutReplacement(10**9, 1000), WithReplacement(10**9, 1000), Poisson(1e-6)])
def test_a_large_data_set_is_covered_evenly(scheme: AbstractScheme) -> None:
    rng = np.random.default_rng(3)
    tenths = Counter[int]()
    for batch in scheme.batches(10**9, 100, rng):
        tenths.update(map(int, batch // 10**8))
    assert fits(tenths.elements(), {tenth: Fraction(1, 10) for tenth in range(10)})


def test_the_number_of_records_of_a_large_data_set_is_binomial() -> None:
    rng = np.random.default_rng(4)
    rate, size = 3e-9, 10**9
    weights = Poisson(rate).law(Change(removed=size)).p
    law = {i: Fraction(weight) for i, weight in enumerate(weights[:9])}
    law[9] = Fraction(math.fsum(weights[9:]))
    assert fits((min(len(batch), 9) for batch in Poisson(rate).batches(size, DRAWS, rng)), law)


def test_the_test_sees_a_wrong_law() -> None:
    assert not fits(drawn(Poisson(0.3), 3, seed=1), poisson_batches(3, 0.33))
    assert not fits(drawn(WithReplacement(3, 2), 3, seed=1), batches_without_replacement(3, 2))
    multisets = batches_with_replacement(3, 2)
    assert not fits(drawn(WithReplacement(3, 2), 3, seed=1), dict.fromkeys(multisets, Fraction(1, len(multisets))))
