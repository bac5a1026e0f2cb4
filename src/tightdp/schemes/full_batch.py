"""Every step sees the whole data set."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, final

import numpy as np
from numpy.typing import NDArray

from tightdp.relations import Change
from tightdp.schemes.abstract_scheme import LARGEST_SIZE, AbstractScheme
from tightdp.schemes.changed_counts import ChangedCounts


@final
@dataclass(frozen=True, slots=True)
class FullBatch(AbstractScheme):
    """``batch = x``: no sampling, no amplification.

    Public: everything about the scheme. Private: the number of records.
    """

    name: ClassVar[str] = "full-batch"
    guarantees: ClassVar[tuple[str, ...]] = (
        "Every batch holds every record exactly once.",
        "Nothing is drawn: the generator's state stays as it was.",
    )

    def law(self, change: Change) -> ChangedCounts:
        """Point masses: ``p = [K-]``, ``q = [K+]``; under substitution ``p = [K]``, ``q = [0]``.

        The batches of x and x' differ in all K substituted records and no batch is without them.
        So x' serves as the shared batch, and the whole distance stands in p: this law is the one
        that a swapped change does not turn around.

        Parameters
        ----------
        change
            What leads from x to x'.
        """
        if change.substituted:
            return ChangedCounts(_point(change.substituted), _point(0), "substitute")
        return ChangedCounts(_point(change.removed), _point(change.inserted), "add-remove")

    def allowed_sizes(self) -> tuple[int, int]:
        """Any number of records that an index can count."""
        return 0, LARGEST_SIZE

    def draw(self, dataset_size: int, rng: np.random.Generator) -> NDArray[np.int64]:  # noqa: ARG002
        """All indices."""
        return np.arange(dataset_size, dtype=np.int64)


def _point(at: int) -> tuple[float, ...]:
    """The point mass at ``at``."""
    return (0.0,) * at + (1.0,)
