"""Two neighbouring data sets and every batch that a scheme draws from either, with exact probabilities."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from functools import singledispatch

import numpy as np
from numpy.typing import NDArray

from tightdp.relations import Change
from tightdp.schemes import AbstractScheme, FullBatch, Poisson, WithoutReplacement, WithReplacement
from twins.all_batches import (
    Batches,
    batches_with_replacement,
    batches_without_replacement,
    full_batches,
    poisson_batches,
)

Batch = tuple[str, ...]
Floats = NDArray[np.float64]
Counts = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Neighbours:
    """Batches of x and of x'; a record's name starts with s (shared), r (removed) or i (inserted).

    Parameters
    ----------
    batches
        Every batch that either data set can give, ``(n,)``.
    p, q
        Its probability under x and under x', ``(n,)``.
    """

    batches: tuple[Batch, ...]
    p: tuple[Fraction, ...]
    q: tuple[Fraction, ...]

    def counted(self, kind: str) -> Counts:
        """How many records of a kind each batch holds, ``(n,)``."""
        return np.array([sum(record[0] == kind for record in batch) for batch in self.batches])

    def differences(self) -> tuple[Counts, Counts]:
        """``|y - y'|`` and ``|y' - y|`` as multisets for all pairs of batches, ``(n, n)`` each."""
        bags = [Counter(batch) for batch in self.batches]
        missing = np.array([[(a - b).total() for b in bags] for a in bags])
        return missing, missing.T


def shared_records(scheme: AbstractScheme, change: Change) -> tuple[int, ...]:
    """Numbers of records that both data sets hold; for sizes that are fixed the larger set has ``dataset_size``."""
    changed = max(change.leaving, change.arriving)
    if isinstance(scheme, WithoutReplacement | WithReplacement):
        return (scheme.dataset_size - changed,)
    return (0, max(1, 3 - changed))


def neighbours(scheme: AbstractScheme, change: Change) -> list[Neighbours]:
    """Small examples of both data sets of a change, one for each number of shared records."""
    return [_neighbours(scheme, change, [f"s{i}" for i in range(n)]) for n in shared_records(scheme, change)]


def _neighbours(scheme: AbstractScheme, change: Change, shared: list[str]) -> Neighbours:
    x = shared + [f"r{i}" for i in range(change.leaving)]
    other = shared + [f"i{i}" for i in range(change.arriving)]
    laws = [
        {tuple(records[i] for i in batch): chance for batch, chance in every_batch(scheme, len(records)).items()}
        for records in (x, other)
    ]
    batches = tuple(batch for batch in {**laws[0], **laws[1]} if any(law.get(batch, 0) for law in laws))
    p, q = (tuple(law.get(batch, Fraction(0)) for batch in batches) for law in laws)
    return Neighbours(batches, p, q)


@singledispatch
def every_batch(scheme: AbstractScheme, size: int) -> Batches:
    """All batches of a data set of ``size`` records by their definition, not by the scheme's own law."""
    raise NotImplementedError(scheme)


@every_batch.register
def _(scheme: FullBatch, size: int) -> Batches:
    return full_batches(size)


@every_batch.register
def _(scheme: Poisson, size: int) -> Batches:
    return poisson_batches(size, scheme.rate)


@every_batch.register
def _(scheme: WithoutReplacement, size: int) -> Batches:
    return batches_without_replacement(size, scheme.batch_size)


@every_batch.register
def _(scheme: WithReplacement, size: int) -> Batches:
    return batches_with_replacement(size, scheme.batch_size)
