"""Poisson sampling whose batches are cut at a largest size."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar, NamedTuple, final

import numpy as np
from numpy.typing import NDArray

from tightdp.errors import CannotAnswer, InvalidInput
from tightdp.numerics.bound import LEAST_POSITIVE
from tightdp.numerics.checks import probability, whole
from tightdp.relations import Change
from tightdp.schemes.abstract_scheme import LARGEST_SIZE, AbstractScheme
from tightdp.schemes.binomial_weights import binomial_weights
from tightdp.schemes.changed_counts import ChangedCounts
from tightdp.schemes.distinct_indices import distinct_indices


class Cut(NamedTuple):
    """How often the other records fill a batch, and what that does to one record more.

    Parameters
    ----------
    free
        Probability that fewer than B of the other n - 1 records are drawn: the record then comes on top.
    full
        Probability that they are B or more: the record then stands in the place of one of them.
    rate
        Probability that it does so, given that they fill the batch.
    """

    free: float
    full: float
    rate: float


@final
@dataclass(frozen=True, slots=True)
class TruncatedPoisson(AbstractScheme):
    """Poisson sampling; of a batch of more than B records, B are kept, every subset alike.

    Public: rate and B. Private: the number of records, the batches and their sizes. The guarantee is a function of n,
    since the cut makes a record's chance depend on how many others there are.

    Parameters
    ----------
    rate
        r, the probability in [0, 1] that a record is drawn, before the cut.
    largest_batch
        B >= 1, the most records of a batch.
    dataset_size
        n, the number of records of the larger of the two data sets.

    Raises
    ------
    InvalidInput
        If an argument is out of range.

    Examples
    --------
    >>> from tightdp import AddRemove, Gaussian, Step, account
    >>> run = 1000 * Step(Gaussian(1.0), TruncatedPoisson(rate=0.01, largest_batch=600, dataset_size=50_000))
    >>> round(account(run, AddRemove()).epsilon(1e-5).upper, 2)
    1.84
    """

    name: ClassVar[str] = "truncated-poisson"
    guarantees: ClassVar[tuple[str, ...]] = (
        "A record is drawn with probability `rate`, independently of all other records, and then may be cut.",
        "No batch holds more than `largest_batch` records.",
        "Given the size of a batch, every set of that many records has the same probability.",
    )
    rate: float
    largest_batch: int
    dataset_size: int

    def __post_init__(self) -> None:
        object.__setattr__(self, "rate", probability("rate", self.rate))
        object.__setattr__(self, "largest_batch", whole("largest_batch", self.largest_batch, 1))
        size = whole("dataset_size", self.dataset_size, 1)
        if size > LARGEST_SIZE:
            raise InvalidInput("dataset_size", size, f"at most {LARGEST_SIZE}")
        object.__setattr__(self, "dataset_size", size)

    def law(self, change: Change) -> ChangedCounts:
        """Refused: what a changed record in a batch does depends on how many others were drawn.

        Parameters
        ----------
        change
            What leads from x to x'.

        Raises
        ------
        CannotAnswer
            Always.
        """
        raise CannotAnswer(
            f"the number of changed records in a batch for {change}",
            "in a batch that was cut a record replaces another one, in others it is added",
            "account(), which tells the two apart",
        )

    def cut(self) -> Cut:
        """``(Pr[N < B], Pr[N >= B], E[r B / (N + 1) | N >= B])`` with ``N ~ Bin(n - 1, r)``, the other records drawn.

        What is positive but too small for a float counts as the smallest one, and the last of the three is rounded up.
        """
        most, others = self.largest_batch, self.dataset_size - 1
        if others < most or self.rate == 0.0:
            return Cut(1.0, 0.0, 0.0)
        weights = binomial_weights(others, self.rate)
        kept = [float(Fraction(self.rate) * most / (size + 1)) for size in range(most, max(len(weights), most + 1))]
        free, full = math.fsum(weights[:most]), math.fsum(weights[most:])
        if full == 0.0:
            return Cut(free, LEAST_POSITIVE, kept[0])
        replaced = math.fsum(w * k for w, k in zip(weights[most:], kept, strict=True)) / full
        least = LEAST_POSITIVE if self.rate < 1.0 else 0.0
        return Cut(max(free, least), full, min(replaced * (1.0 + 1e-14), kept[0]))

    def allowed_sizes(self) -> tuple[int, int]:
        """The two sizes of neighbouring data sets, of which ``dataset_size`` is the larger."""
        return self.dataset_size - 1, self.dataset_size

    def draw(self, dataset_size: int, rng: np.random.Generator) -> NDArray[np.int64]:
        """A binomial number of distinct indices, at most ``largest_batch``; a subset of a uniform set is uniform."""
        drawn = int(rng.binomial(dataset_size, self.rate))
        return distinct_indices(dataset_size, min(drawn, self.largest_batch), rng)
