"""The contract of a user's own batch law."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tightdp.errors import InvalidInput
from tightdp.numerics.checks import real

Batch = tuple[object, ...]
Floats = NDArray[np.float64]
Counts = NDArray[np.int64]
NOT_COMPARABLE = -1


@dataclass(frozen=True, eq=False)
class BatchClasses:
    """Classes of batches with their probabilities under x and under x', and how far apart two classes can be coupled.

    Given its class, a batch has one and the same law under x and under x'. For two classes A and B these laws have
    a coupling in which a batch of A holds ``missing[A, B]`` records that its partner lacks, and lacks
    ``missing[B, A]`` of its partner's.

    Parameters
    ----------
    names
        One name for each class, ``(k,)``.
    p, q
        Probabilities of the classes under x and under x', ``(k,)``.
    missing
        Numbers of records, ``(k, k)``; -1 where two classes are not comparable.
    """

    names: tuple[str, ...]
    p: Floats
    q: Floats
    missing: Counts

    def swapped(self) -> BatchClasses:
        """The classes with the roles of x and x' exchanged."""
        return BatchClasses(self.names, self.q, self.p, self.missing)


class AbstractBatchLaws(ABC):
    """The law of one step's batch under two neighbouring data sets x and x'."""

    @property
    @abstractmethod
    def classes(self) -> BatchClasses:
        """Classes of batches that symmetry makes alike."""

    @abstractmethod
    def class_of(self, batch: Iterable[object]) -> int:
        """The number of the class of a batch.

        Parameters
        ----------
        batch
            Labels of the batch's records, in any order.
        """

    @abstractmethod
    def swapped(self) -> AbstractBatchLaws:
        """The same with the roles of x and x' exchanged."""


def checked_law(name: str, law: Mapping[str, object] | Mapping[Batch, object]) -> dict[object, float]:
    """The probabilities of a law as floats, scaled to the sum 1; entries of probability 0 are left out.

    Parameters
    ----------
    name
        The law's name in messages.
    law
        Probabilities by batch or by the name of a class, floats or fractions.

    Raises
    ------
    InvalidInput
        If a probability is not a number in [0, 1], or the sum is not 1 to 1e-9.
    """
    if not isinstance(law, Mapping) or not law:  # pyright: ignore[reportUnnecessaryIsInstance]
        raise InvalidInput(name, law, "a mapping from batches to probabilities")
    found: dict[object, float] = {}
    for key, value in law.items():
        chance = real(f"{name}[{key!r}]", value, "a probability in [0, 1]")
        if not 0.0 <= chance <= 1.0:
            raise InvalidInput(f"{name}[{key!r}]", value, "a probability in [0, 1]")
        if chance > 0.0:
            found[key] = found.get(key, 0.0) + chance
    total = math.fsum(found.values())
    if abs(total - 1.0) > 1e-9:
        raise InvalidInput(f"the sum of {name}", total, "1 (to 1e-9)")
    return {key: chance / total for key, chance in found.items()}
