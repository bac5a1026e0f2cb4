"""A batch law as a table of all batches."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, cast, final

import numpy as np

from tightdp.errors import InvalidInput
from tightdp.schemes.batch_laws import AbstractBatchLaws, Batch, BatchClasses, Counts, checked_law
from tightdp.schemes.equitable import Marked, equitable_classes

EnumerateLaw = Callable[[tuple[object, ...]], Mapping[Batch, object]]


@final
@dataclass(frozen=True, eq=False)
class BatchTable(AbstractBatchLaws):
    """``{batch: probability}`` under x and under x'; a batch is a tuple of record labels in any order.

    A record that is drawn twice stands twice. The same label in both laws means the same record. Batches that the
    laws and their distances cannot tell apart are put into classes, which is exact and makes large tables cheap.

    Parameters
    ----------
    x
        Probability of each batch of x; floats or fractions.
    other
        Probability of each batch of x'.

    Raises
    ------
    InvalidInput
        If a batch is no tuple of labels, or the probabilities do not fit.

    Examples
    --------
    One record out of two, the second of them replaced:

    >>> table = BatchTable({("a",): 0.5, ("b",): 0.5}, {("a",): 0.5, ("c",): 0.5})
    >>> table.classes.p.tolist(), table.classes.q.tolist()
    ([0.5, 0.5, 0.0], [0.5, 0.0, 0.5])
    """

    x: Mapping[Batch, object]
    other: Mapping[Batch, object]

    def __post_init__(self) -> None:
        for name in ("x", "other"):
            law = checked_law(name, getattr(self, name))
            merged: dict[Batch, float] = {}
            for batch, chance in law.items():
                label = canonical(name, batch)
                merged[label] = merged.get(label, 0.0) + chance
            object.__setattr__(self, name, merged)

    @classmethod
    def from_function(cls, law: EnumerateLaw, x: Iterable[object], other: Iterable[object]) -> BatchTable:
        """The table of a scheme that is given as a function, for two small data sets.

        Parameters
        ----------
        law
            From a data set's records to the probability of every batch.
        x, other
            Record labels of the two data sets.
        """
        return cls(law(tuple(x)), law(tuple(other)))

    @property
    def batches(self) -> tuple[Batch, ...]:
        """Every batch of either data set, ``(n,)``."""
        return tuple(self._index)

    @cached_property
    def _index(self) -> dict[Batch, int]:
        return {batch: i for i, batch in enumerate(dict.fromkeys([*self.x, *self.other]))}

    @property
    def classes(self) -> BatchClasses:
        """Classes of batches that are alike, named after one of their batches."""
        return self._found[0]

    @cached_property
    def _found(self) -> tuple[BatchClasses, Counts]:
        batches = self.batches
        p, q = (np.array([float(law.get(b, 0.0)) for b in batches]) for law in (self.x, self.other))  # type: ignore[arg-type]
        marked = Marked(batches, p, q)
        labels, missing = equitable_classes(marked)
        first = np.unique(labels, return_index=True)[1]
        names = tuple(named(batches[i]) for i in first)
        count = len(first)
        sums = [np.bincount(labels, weights, minlength=count).astype(np.float64) for weights in (p, q)]
        return BatchClasses(names, sums[0], sums[1], missing), labels

    def class_of(self, batch: Iterable[object]) -> int:
        """The number of the class of a batch.

        Parameters
        ----------
        batch
            Labels of the batch's records, in any order.

        Raises
        ------
        InvalidInput
            If neither data set gives the batch.
        """
        label = canonical("batch", batch)
        if label not in self._index:
            raise InvalidInput("batch", label, "a batch of the table")
        return int(self._found[1][self._index[label]])

    def swapped(self) -> BatchTable:
        """The same with the roles of x and x' exchanged."""
        return BatchTable(self.other, self.x)


def canonical(name: str, batch: object) -> Batch:
    """The labels of a batch in a fixed order.

    Parameters
    ----------
    name
        Name of the law in messages.
    batch
        A tuple, list or set of labels.

    Raises
    ------
    InvalidInput
        If it is something else, or labels of one kind have no order.
    """
    allowed = "keyed by tuples of record labels, such as ('a', 'b')"
    if isinstance(batch, str | bytes) or not isinstance(batch, Iterable):
        raise InvalidInput(name, batch, allowed)
    labels = tuple(cast("Iterable[object]", batch))
    try:
        return tuple(sorted(labels, key=_sort_key))
    except TypeError:
        raise InvalidInput(name, labels, allowed, "Labels must have an order.") from None


def _sort_key(label: Any) -> tuple[str, Any]:
    return type(label).__name__, label


def named(batch: Batch) -> str:
    """A batch in words: ``{a, b}``.

    Parameters
    ----------
    batch
        Its labels.
    """
    return "{" + ", ".join(str(label) for label in batch) + "}"
