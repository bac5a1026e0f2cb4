"""Every step sees a batch of fixed size, each place filled independently."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar, final

import numpy as np
from numpy.typing import NDArray

from tightdp.errors import CannotAnswer, InvalidInput
from tightdp.numerics.checks import whole
from tightdp.relations import Change
from tightdp.schemes.abstract_scheme import LARGEST_SIZE, AbstractScheme
from tightdp.schemes.binomial_weights import binomial_weights
from tightdp.schemes.changed_counts import ChangedCounts
from tightdp.schemes.set_sizes import set_sizes


@final
@dataclass(frozen=True, slots=True)
class WithReplacement(AbstractScheme):
    """``Pr[(i_1, ..., i_m)] = |x|^-m``: m independent uniform draws, kept as a multiset.

    Public: the batch size. Private: the batches, and the number of records where the relation
    inserts or removes; the guarantee is then a function of n.

    Parameters
    ----------
    dataset_size
        n, the number of records of the larger of the two data sets.
    batch_size
        m, the number of draws, m >= 1; may exceed n.

    Raises
    ------
    InvalidInput
        If a size is not a whole number >= 1.

    Examples
    --------
    >>> from tightdp.relations import Change
    >>> WithReplacement(dataset_size=4, batch_size=2).law(Change(substituted=1))
    ChangedCounts(p=(0.5625, 0.375, 0.0625), q=(0.5625, 0.375, 0.0625), unit='substitute')
    """

    name: ClassVar[str] = "with-replacement"
    guarantees: ClassVar[tuple[str, ...]] = (
        "Every batch holds exactly `batch_size` records, repeated ones counted.",
        "The draws of a batch are independent, each uniform over the records.",
    )
    dataset_size: int
    batch_size: int

    def __post_init__(self) -> None:
        size = whole("dataset_size", self.dataset_size, 1)
        if size > LARGEST_SIZE:
            raise InvalidInput("dataset_size", size, f"at most {LARGEST_SIZE}")
        object.__setattr__(self, "dataset_size", size)
        object.__setattr__(self, "batch_size", whole("batch_size", self.batch_size, 1))

    def law(self, change: Change) -> ChangedCounts:
        """``p = Bin(m, K- / |x|)``, ``q = Bin(m, K+ / |x'|)``; ``Bin(m, K / n)`` twice if replaced.

        ``|x|`` and ``|x'|`` follow from n, the larger of the two. A changed record counts as
        often as it was drawn. Balle et al. 2018, Theorems 10 and 11.

        Parameters
        ----------
        change
            What leads from x to x'.

        Raises
        ------
        InvalidInput
            If more records change than ``dataset_size``.
        CannotAnswer
            If the smaller data set has no records.
        """
        sizes = set_sizes(self.dataset_size, change)
        if min(sizes) == 0:
            raise CannotAnswer(
                f"{self} under {change}",
                "the smaller data set has no records to draw from",
                "a smaller group_size, Poisson sampling or Substitute",
            )
        p = binomial_weights(self.batch_size, Fraction(change.leaving, sizes[0]))
        q = binomial_weights(self.batch_size, Fraction(change.arriving, sizes[1]))
        return ChangedCounts(p, q, "substitute")

    def allowed_sizes(self) -> tuple[int, int]:
        """From one record to ``dataset_size``, the larger of the two data sets."""
        return 1, self.dataset_size

    def draw(self, dataset_size: int, rng: np.random.Generator) -> NDArray[np.int64]:
        """``batch_size`` uniform indices, sorted."""
        drawn = rng.integers(dataset_size, size=self.batch_size)
        drawn.sort()
        return drawn
