"""A batch law by classes of batches: large data sets by symmetry."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import final

import numpy as np

from tightdp.errors import CannotAnswer, InvalidInput
from tightdp.relations import Change
from tightdp.schemes.batch_laws import NOT_COMPARABLE, AbstractBatchLaws, BatchClasses, checked_law


@final
@dataclass(frozen=True, eq=False)
class BatchTypes(AbstractBatchLaws):
    """Classes ("types") of batches with ``Pr[type]`` under x and under x', and how the batches of two types differ.

    Two promises make this as good as a table of all batches, however large the data set. Given its type, a batch has
    the same law under x and under x'. And where a difference is stated, the batches of the two types can be drawn
    together so that they always differ by it. For batches that are uniform within a type and types that a symmetry
    of the records moves within themselves it is enough that some two batches differ by it. Upper ends hold for any
    difference that can be kept. Lower ends, and ``tight``, also take it to be the smallest one between two batches of
    the types; where none is stated that is the shortest path of stated ones.

    Parameters
    ----------
    x
        Probability of each type under x.
    other
        Probability of each type under x'.
    differences
        ``(a, b)``: what leads from a batch of type a to one of type b; the way back need not be stated. Two types
        without an entry and without a path of entries between them are not comparable: nothing is promised for them.

    Raises
    ------
    InvalidInput
        If probabilities do not fit, or a difference names an unknown type or contradicts another one.

    Examples
    --------
    Poisson sampling at rate 0.01 from any number of records, one of them removed:

    >>> from tightdp.relations import Change
    >>> laws = BatchTypes({"without": 0.99, "with": 0.01}, {"without": 1.0}, {("with", "without"): Change(removed=1)})
    >>> laws.classes.missing.tolist()
    [[0, 0], [1, 0]]
    """

    x: Mapping[str, object]
    other: Mapping[str, object]
    differences: Mapping[tuple[str, str], Change]

    def __post_init__(self) -> None:
        object.__setattr__(self, "x", checked_law("x", self.x))
        object.__setattr__(self, "other", checked_law("other", self.other))
        object.__setattr__(self, "differences", self._checked_differences())

    @property
    def names(self) -> tuple[str, ...]:
        """The types, in the order of the two laws."""
        return tuple(dict.fromkeys([*self.x, *self.other, *(name for pair in self.differences for name in pair)]))

    def _checked_differences(self) -> dict[tuple[str, str], Change]:
        found: dict[tuple[str, str], Change] = {}
        for pair, change in self.differences.items():
            if not (isinstance(pair, tuple) and len(pair) == 2 and pair[0] != pair[1]):  # pyright: ignore[reportUnnecessaryIsInstance]
                raise InvalidInput("differences", pair, "keyed by two different types")
            if not isinstance(change, Change):  # pyright: ignore[reportUnnecessaryIsInstance]
                raise InvalidInput(f"differences[{pair!r}]", change, "a Change, such as Change(removed=1)")
            if found.get(pair, change) != change:
                raise InvalidInput(f"differences[{pair!r}]", change, f"as from the other side, {found[pair]}")
            found[pair] = change
            found[pair[1], pair[0]] = change.swapped()
        return found

    @cached_property
    def _index(self) -> dict[str, int]:
        return {name: i for i, name in enumerate(self.names)}

    @property
    def classes(self) -> BatchClasses:
        """The types themselves."""
        return self._classes

    @cached_property
    def _classes(self) -> BatchClasses:
        names = self.names
        missing = np.full((len(names), len(names)), NOT_COMPARABLE, dtype=np.int64)
        np.fill_diagonal(missing, 0)
        for (a, b), change in self.differences.items():
            missing[self._index[a], self._index[b]] = change.leaving
        p, q = (np.array([float(law.get(name, 0.0)) for name in names]) for law in (self.x, self.other))  # type: ignore[arg-type]
        return BatchClasses(names, p, q, missing)

    def class_of(self, batch: Iterable[object]) -> int:
        """The number of a type, which stands for its batches.

        Parameters
        ----------
        batch
            The type's name, alone or as the only element.

        Raises
        ------
        CannotAnswer
            If it is not the name of a type.
        """
        label = batch if isinstance(batch, str) else next(iter(batch), None)
        if label not in self._index:
            raise CannotAnswer(f"the type of the batch {batch!r}", "only names of types are known", "a BatchTable")
        return self._index[str(label)]

    def swapped(self) -> BatchTypes:
        """The same with the roles of x and x' exchanged."""
        return BatchTypes(self.other, self.x, self.differences)
