"""The contract of a release whose law depends on the batch's changed records alone."""

from __future__ import annotations

import abc

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
Places = NDArray[np.int64]


class AbstractWorstRelease(abc.ABC):
    """A mechanism on its worst inputs.

    A place i > 0 stands for a batch with i removed or replaced records of x, -j < 0 for one with j records that only
    x' holds, and 0 for a batch with neither.
    """

    @abc.abstractmethod
    def sample(self, places: Places, rng: np.random.Generator) -> Array:
        """One output for each batch, ``(n,)`` or ``(parts, n)``.

        Parameters
        ----------
        places
            What the batches hold, ``(n,)``.
        rng
            Source of randomness.
        """

    @abc.abstractmethod
    def log_density(self, outputs: Array, place: int) -> Array:
        """Logarithm of the output's density at one place, up to what all places have alike, ``(n,)``.

        Parameters
        ----------
        outputs
            What :meth:`sample` gave.
        place
            The place.
        """

    @abc.abstractmethod
    def seen(self, place: int) -> int:
        """The place as far as the law of the output depends on it.

        Parameters
        ----------
        place
            The place.
        """
