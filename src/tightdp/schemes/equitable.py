"""Classes of batches that are alike: colour refinement of the graph of distances."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from tightdp.errors import CannotAnswer
from tightdp.schemes.batch_laws import Batch, Counts, Floats

_BLOCK = 1 << 22
_DIGITS = 12
# Tables of all pairs of classes are made.
MOST_CLASSES = 4096


@dataclass(frozen=True, eq=False)
class Marked:
    """Batches with their probabilities under both laws.

    Parameters
    ----------
    batches
        Labels of each batch, ``(n,)``.
    p, q
        Probabilities under x and under x', ``(n,)``.
    """

    batches: tuple[Batch, ...]
    p: Floats
    q: Floats

    @cached_property
    def codes(self) -> NDArray[np.float32]:
        """0/1 rows whose products count the records that two batches share, repeated ones included."""
        counts = [Counter(batch) for batch in self.batches]
        seen = dict.fromkeys((r, t) for bag in counts for r, times in bag.items() for t in range(times))
        columns = {column: i for i, column in enumerate(seen)}
        rows = np.zeros((len(counts), max(len(columns), 1)), dtype=np.float32)
        for row, bag in zip(rows, counts, strict=True):
            row[[columns[r, t] for r, times in bag.items() for t in range(times)]] = 1.0
        return rows

    @cached_property
    def sizes(self) -> Counts:
        """Numbers of records, ``(n,)``."""
        return np.array([len(batch) for batch in self.batches], dtype=np.int64)

    def first_colours(self) -> Counts:
        """Batches of equal probabilities, size, multiplicities, and numbers of records that only one data set has."""
        given = [{r for b, w in zip(self.batches, law, strict=True) if w > 0.0 for r in b} for law in (self.p, self.q)]
        only_x, only_other = given[0] - given[1], given[1] - given[0]
        found: dict[object, int] = {}
        out = np.empty(len(self.batches), dtype=np.int64)
        for i, batch in enumerate(self.batches):
            kinds = sorted((r in only_x, r in only_other, times) for r, times in Counter(batch).items())
            key = (f"{self.p[i]:.{_DIGITS}e}", f"{self.q[i]:.{_DIGITS}e}", tuple(kinds))
            out[i] = found.setdefault(key, len(found))
        return out


def equitable_classes(marked: Marked) -> tuple[Counts, Counts]:
    """Classes in which each batch sees equally many batches of every class at every distance.

    Between two such classes the pairs of batches at the smallest distance form a graph in which all batches of a
    class have the same degree. So the two uniform laws have a coupling on these pairs, and any bound for classes
    coupled at their smallest distance holds for the batches. Probabilities that agree to 12 digits count as equal.

    Parameters
    ----------
    marked
        The batches.

    Returns
    -------
    The class of each batch, ``(n,)``, and the number of records that a batch of class A has and its closest batch of
    class B lacks, ``(k, k)``.

    Raises
    ------
    CannotAnswer
        If more than 4096 classes are needed.
    """
    labels = marked.first_colours()
    while True:
        count = int(labels.max()) + 1
        if count > MOST_CLASSES:
            raise CannotAnswer(
                f"a table of {len(labels)} batches in {count} classes or more",
                f"at most {MOST_CLASSES} different kinds of batches are compared with each other",
                "BatchTypes, with one type for all batches that are alike for the changed records",
            )
        if count == len(labels):
            return labels, _alone(marked)
        refined, shared = _refine(marked, labels)
        if refined.max() == labels.max():
            break
        labels = refined
    first = np.unique(labels, return_index=True)[1]
    missing = marked.sizes[first][:, None] - shared[first]
    np.fill_diagonal(missing, 0)
    return labels, missing


def _alone(marked: Marked) -> Counts:
    """Differences where every batch is a class of its own."""
    common = (marked.codes @ marked.codes.T).astype(np.int64)
    return marked.sizes[:, None] - common


def _refine(marked: Marked, labels: Counts) -> tuple[Counts, Counts]:
    """Colours by what each batch sees, and the largest number of records it shares with a batch of each class."""
    count, depth = int(labels.max()) + 1, int(marked.sizes.max()) + 1
    n = len(labels)
    rows = max(1, _BLOCK // max(n, count * depth))
    found: dict[tuple[int, bytes], int] = {}
    out, shared = np.empty(n, dtype=np.int64), np.empty((n, count), dtype=np.int64)
    base = labels * depth
    for start in range(0, n, rows):
        block = slice(start, min(start + rows, n))
        size = block.stop - block.start
        common = (marked.codes[block] @ marked.codes.T).astype(np.int64)
        keys = common + base[None, :] + (np.arange(size) * (count * depth))[:, None]
        seen = np.bincount(keys.ravel(), minlength=size * count * depth).reshape(size, count, depth)
        shared[block] = depth - 1 - np.argmax(seen[:, :, ::-1] > 0, axis=2)
        for i, row in enumerate(seen.astype(np.int32)):
            out[start + i] = found.setdefault((int(labels[start + i]), row.tobytes()), len(found))
    return out, shared
