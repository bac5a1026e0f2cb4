"""Every record takes part in every step by its own coin."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, final

import numpy as np
from numpy.typing import NDArray

from tightdp.numerics.checks import probability
from tightdp.relations import Change
from tightdp.schemes.abstract_scheme import LARGEST_SIZE, AbstractScheme
from tightdp.schemes.binomial_weights import binomial_weights
from tightdp.schemes.changed_counts import ChangedCounts
from tightdp.schemes.distinct_indices import distinct_indices


@final
@dataclass(frozen=True, slots=True)
class Poisson(AbstractScheme):
    """``Pr[batch] = r^|batch| (1 - r)^(|x| - |batch|)``: independent inclusion.

    Public: the rate. Private: the number of records, the batches and their sizes.

    Parameters
    ----------
    rate
        r, the probability in [0, 1] that a record is in a batch.

    Raises
    ------
    InvalidInput
        If ``rate`` is not a number in [0, 1].

    Examples
    --------
    >>> from tightdp.relations import Change
    >>> Poisson(0.25).law(Change(removed=2))
    ChangedCounts(p=(0.5625, 0.375, 0.0625), q=(1.0,), unit='add-remove')
    """

    name: ClassVar[str] = "poisson"
    guarantees: ClassVar[tuple[str, ...]] = (
        "A record is in a batch with probability `rate`, independently of all other records.",
        "No record is twice in one batch.",
        "The law does not depend on the number of records.",
    )
    rate: float

    def __post_init__(self) -> None:
        object.__setattr__(self, "rate", probability("rate", self.rate))

    def law(self, change: Change) -> ChangedCounts:
        """``p = Bin(K-, r)``, ``q = Bin(K+, r)``; ``Bin(K, r)`` twice under substitution.

        One changed record in a batch is one record more than the shared batch holds.
        Schuchardt et al. 2024, Theorem 4.1.

        Parameters
        ----------
        change
            What leads from x to x'.
        """
        p = binomial_weights(change.leaving, self.rate)
        q = binomial_weights(change.arriving, self.rate)
        return ChangedCounts(p, q, "add-remove")

    def allowed_sizes(self) -> tuple[int, int]:
        """Any number of records that an index can count."""
        return 0, LARGEST_SIZE

    def draw(self, dataset_size: int, rng: np.random.Generator) -> NDArray[np.int64]:
        """A binomial number of distinct indices.

        The number comes from ``Generator.binomial``, which draws again what lies more than
        ``10 sqrt(n r (1 - r) + 1)`` above a mean of at most 30: a total variation of at most
        3e-13 from the exact law.
        """
        return distinct_indices(dataset_size, int(rng.binomial(dataset_size, self.rate)), rng)
