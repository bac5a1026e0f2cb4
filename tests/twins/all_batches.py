"""Every batch of a tiny data set with its exact probability: the slow twin of a scheme."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from fractions import Fraction
from itertools import combinations, product
from math import prod

Batches = Mapping[tuple[int, ...], Fraction]


def full_batches(size: int) -> Batches:
    return {tuple(range(size)): Fraction(1)}


def poisson_batches(size: int, rate: float) -> Batches:
    r = Fraction(rate)
    return {
        tuple(i for i in range(size) if coins[i]): prod((r if coin else 1 - r for coin in coins), start=Fraction(1))
        for coins in product([False, True], repeat=size)
    }


def batches_without_replacement(size: int, batch_size: int) -> Batches:
    every = list(combinations(range(size), batch_size))
    return dict.fromkeys(every, Fraction(1, len(every)))


def batches_with_replacement(size: int, batch_size: int) -> Batches:
    every = Counter(tuple(sorted(draws)) for draws in product(range(size), repeat=batch_size))
    return {batch: Fraction(count, size**batch_size) for batch, count in every.items()}


def counts_of(batches: Batches, changed: Iterable[int]) -> tuple[Fraction, ...]:
    """``Pr[i changed records in the batch]`` for i = 0, 1, ..., repeated records counted."""
    marked = set(changed)
    law: defaultdict[int, Fraction] = defaultdict(Fraction)
    for batch, chance in batches.items():
        law[sum(record in marked for record in batch)] += chance
    return tuple(law[i] for i in range(max(i for i in law if law[i]) + 1))
