"""The contract of a batch sampling scheme."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from typing import ClassVar, final

import numpy as np
from numpy.typing import NDArray

from tightdp.errors import InvalidInput
from tightdp.numerics.checks import whole
from tightdp.relations import Change
from tightdp.schemes.changed_counts import ChangedCounts

# The largest index that fits a batch's int64.
LARGEST_SIZE = 2**63 - 1


class AbstractScheme(ABC):
    """``x -> batch``: which records a step sees, at random and not to be published.

    ``name`` is the word that files and command lines use. ``guarantees`` are statements about
    ``batches`` and ``law`` that hold for every data set; each one is a test.
    """

    __slots__ = ()

    name: ClassVar[str]
    guarantees: ClassVar[tuple[str, ...]]

    @abstractmethod
    def law(self, change: Change) -> ChangedCounts:
        """The exact law of the number of changed records in a batch of x and of x'.

        Parameters
        ----------
        change
            What leads from x to x'.

        Raises
        ------
        InvalidInput
            If the change is larger than the data set.
        CannotAnswer
            If one of the two data sets is too small for a batch.
        """

    @abstractmethod
    def allowed_sizes(self) -> tuple[int, int]:
        """The least and the largest number of records of a data set that can be sampled."""

    @abstractmethod
    def draw(self, dataset_size: int, rng: np.random.Generator) -> NDArray[np.int64]:
        """One batch: ascending indices in ``[0, dataset_size)``; the arguments are not checked."""

    @property
    def batches_per_step(self) -> int:
        """How many batches one step draws: one, unless the batches of a whole pass depend on each other."""
        return 1

    def draw_step(self, dataset_size: int, rng: np.random.Generator) -> Iterator[NDArray[np.int64]]:
        """The batches of one step, in order; the arguments are not checked."""
        yield self.draw(dataset_size, rng)

    @final
    def batches(self, dataset_size: int, steps: int, rng: np.random.Generator) -> Iterator[NDArray[np.int64]]:
        """The batches of independent steps, drawn when asked for: one each, or those of a pass.

        Parameters
        ----------
        dataset_size
            Number of records of the data set at hand, within ``allowed_sizes()``.
        steps
            Number of steps, a whole number >= 0.
        rng
            Source of randomness. Its seed and state are as secret as the batches are. NumPy's
            generators are good enough for statistics; against someone who may recover their
            state from output, they are not.

        Returns
        -------
        iterator of int64 arrays
            Indices in ascending order, so that the order of a batch says nothing about how it
            was drawn. A fresh array each, in time and memory that follow the batch and not the
            data set. A batch may be empty under Poisson sampling: take the step all the same.

        Raises
        ------
        InvalidInput
            If an argument is out of range; at the call, not at the first batch.
        """
        least, largest = self.allowed_sizes()
        size = whole("dataset_size", dataset_size, least)
        if size > largest:
            raise InvalidInput("dataset_size", dataset_size, f"in [{least}, {largest}]")
        count = whole("steps", steps, 0)
        if not isinstance(rng, np.random.Generator):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise InvalidInput("rng", rng, "a numpy.random.Generator")
        return (batch for _ in range(count) for batch in self.draw_step(size, rng))
