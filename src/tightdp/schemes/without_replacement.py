"""Every step sees a batch of fixed size, all distinct records."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, final

import numpy as np
from numpy.typing import NDArray

from tightdp.errors import CannotAnswer, InvalidInput
from tightdp.numerics.checks import whole
from tightdp.relations import Change
from tightdp.schemes.abstract_scheme import LARGEST_SIZE, AbstractScheme
from tightdp.schemes.changed_counts import ChangedCounts
from tightdp.schemes.distinct_indices import distinct_indices
from tightdp.schemes.hypergeometric_weights import hypergeometric_weights
from tightdp.schemes.set_sizes import set_sizes


@final
@dataclass(frozen=True, slots=True)
class WithoutReplacement(AbstractScheme):
    """``Pr[batch] = 1 / C(|x|, m)`` for every set of m distinct records.

    Public: the batch size. Private: the batches, and the number of records where the relation
    inserts or removes; the guarantee is then a function of n.

    Parameters
    ----------
    dataset_size
        n, the number of records of the larger of the two data sets.
    batch_size
        m, the number of records of a batch, ``1 <= m <= n``.

    Raises
    ------
    InvalidInput
        If a size is not a whole number >= 1, or ``batch_size`` is larger than ``dataset_size``.

    Examples
    --------
    >>> from tightdp.relations import Change
    >>> WithoutReplacement(dataset_size=8, batch_size=4).law(Change(inserted=1))
    ChangedCounts(p=(1.0,), q=(0.5, 0.5), unit='substitute')
    """

    name: ClassVar[str] = "without-replacement"
    guarantees: ClassVar[tuple[str, ...]] = (
        "Every batch holds exactly `batch_size` records.",
        "No record is twice in one batch.",
        "Every set of `batch_size` records has the same probability.",
    )
    dataset_size: int
    batch_size: int

    def __post_init__(self) -> None:
        size = whole("dataset_size", self.dataset_size, 1)
        if size > LARGEST_SIZE:
            raise InvalidInput("dataset_size", size, f"at most {LARGEST_SIZE}")
        object.__setattr__(self, "dataset_size", size)
        batch = whole("batch_size", self.batch_size, 1)
        if batch > size:
            raise InvalidInput("batch_size", batch, f"at most dataset_size = {size}")
        object.__setattr__(self, "batch_size", batch)

    def law(self, change: Change) -> ChangedCounts:
        """``p = Hyp(|x|, K-, m)``, ``q = Hyp(|x'|, K+, m)``; ``Hyp(n, K, m)`` twice if replaced.

        ``|x|`` and ``|x'|`` follow from n, the larger of the two. One changed record in a batch
        stands in the place of a shared one. Schuchardt et al. 2024, Theorem 3.4, conditioned on
        the number of changed records.

        Parameters
        ----------
        change
            What leads from x to x'.

        Raises
        ------
        InvalidInput
            If more records change than ``dataset_size``.
        CannotAnswer
            If the smaller data set has fewer records than a batch.
        """
        sizes = set_sizes(self.dataset_size, change)
        if min(sizes) < self.batch_size:
            raise CannotAnswer(
                f"{self} under {change}",
                f"the smaller data set has {min(sizes)} records and a batch takes {self.batch_size}",
                f"a batch_size of at most {min(sizes)}, Poisson sampling or Substitute",
            )
        p = hypergeometric_weights(sizes[0], change.leaving, self.batch_size)
        q = hypergeometric_weights(sizes[1], change.arriving, self.batch_size)
        return ChangedCounts(p, q, "substitute")

    def allowed_sizes(self) -> tuple[int, int]:
        """From one batch to ``dataset_size``, the larger of the two data sets."""
        return self.batch_size, self.dataset_size

    def draw(self, dataset_size: int, rng: np.random.Generator) -> NDArray[np.int64]:
        """A uniform set of ``batch_size`` indices."""
        return distinct_indices(dataset_size, self.batch_size, rng)
