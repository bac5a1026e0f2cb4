"""Tables of batches: those of built-in schemes by their definition, and random ones."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations_with_replacement

import numpy as np

from tightdp.relations import Change
from tightdp.schemes import AbstractScheme, BatchTable, OwnScheme
from twins.neighbouring_batches import Neighbours, neighbours

ONE = Change(removed=1)


def table_of(both: Neighbours) -> BatchTable:
    """The table of two neighbouring data sets."""
    return BatchTable(dict(zip(both.batches, both.p, strict=True)), dict(zip(both.batches, both.q, strict=True)))


def own(both: Neighbours, change: Change = ONE) -> OwnScheme:
    """A scheme of that table."""
    return OwnScheme({change: table_of(both)})


def tabulated(scheme: AbstractScheme, change: Change) -> OwnScheme:
    """A built-in scheme as nothing but a table."""
    return own(neighbours(scheme, change)[-1], change)


def random_tables(rng: np.random.Generator) -> Neighbours:
    """Two random laws on at most five batches of shared, removed and inserted records."""
    records = ["s0", "s1", "r0", "i0"]
    every = [batch for size in range(4) for batch in combinations_with_replacement(records, size)]
    picked = rng.choice(len(every), size=int(rng.integers(2, 6)), replace=False)
    chosen = {int(i) for i in picked}
    batches = tuple(batch for i, batch in enumerate(every) if i in chosen)
    p, q = (_law(len(batches), rng) for _ in range(2))
    used = [i for i in range(len(batches)) if p[i] or q[i]]
    return Neighbours(tuple(batches[i] for i in used), tuple(p[i] for i in used), tuple(q[i] for i in used))


def _law(size: int, rng: np.random.Generator) -> list[Fraction]:
    """Whole numbers over their sum, some of them 0."""
    while True:
        counts = rng.integers(0, 5, size=size) * (rng.random(size) < 0.8)
        if counts.sum() > 0:
            return [Fraction(int(count), int(counts.sum())) for count in counts]
