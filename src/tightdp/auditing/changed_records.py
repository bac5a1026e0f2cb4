"""How many changed records are in a batch: from batches that are really drawn, or from the scheme's law."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from tightdp.auditing.worst_release import Places
from tightdp.relations import Change
from tightdp.schemes import AbstractScheme, ChangedCounts, FullBatch, OwnScheme, WithoutReplacement, WithReplacement
from tightdp.schemes.set_sizes import set_sizes

Source = Literal["scheme", "law"]
# Records besides the changed ones where the scheme does not say how many there are.
OTHERS = 100
# Batches are really drawn from data sets of at most so many records.
LARGEST_DRAWN = 10_000


@dataclass(frozen=True)
class ChangedRecords:
    """The changed records of a batch of x (side 0) and of x' (side 1), as places of a worst release.

    Parameters
    ----------
    scheme
        How batches are drawn.
    change
        What leads from x to x'.
    counts
        The scheme's law for the change.
    source
        ``"scheme"``: every batch is drawn by the scheme's own sampler, and the changed records in it are counted;
        ``"law"``: their number is drawn from the scheme's law.
    """

    scheme: AbstractScheme
    change: Change
    counts: ChangedCounts
    source: Source

    def places(self, side: int, count: int, rng: np.random.Generator) -> Places:
        """``i`` for i changed records under x, ``-j`` for j under x', ``(count,)``.

        Parameters
        ----------
        side
            0 for x, 1 for x'.
        count
            Number of batches.
        rng
            Source of randomness.
        """
        weights = (self.counts.p, self.counts.q)[side]
        sign = 1 - 2 * side
        if len(weights) == 1:
            return np.zeros(count, dtype=np.int64)
        if self.source == "law" or isinstance(self.scheme, FullBatch):
            sums: NDArray[np.float64] = np.cumsum(np.array(weights, dtype=np.float64))
            drawn = np.searchsorted(sums[:-1], rng.random(count) * float(sums[-1]), side="right")
            return sign * drawn.astype(np.int64)
        marked = self._marked(side, rng)
        batches = self.scheme.batches(len(marked), count, rng)
        seen = np.fromiter((np.count_nonzero(marked[batch]) for batch in batches), np.int64, count)
        return sign * seen

    def _marked(self, side: int, rng: np.random.Generator) -> NDArray[np.bool_]:
        """Which records of the data set are the changed ones: anew places for every call, taken at random."""
        size = data_set_sizes(self.scheme, self.change)[side]
        changed = (self.change.leaving, self.change.arriving)[side]
        marked = np.zeros(size, dtype=np.bool_)
        marked[rng.choice(size, changed, replace=False)] = True
        return marked


def data_set_sizes(scheme: AbstractScheme, change: Change) -> tuple[int, int]:
    """``(|x|, |x'|)``: those that the scheme is for, or a hundred records besides the changed ones.

    Parameters
    ----------
    scheme
        How batches are drawn.
    change
        What leads from x to x'.
    """
    if isinstance(scheme, WithoutReplacement | WithReplacement):
        return set_sizes(scheme.dataset_size, change)
    return OTHERS + change.leaving, OTHERS + change.arriving


def can_draw(scheme: AbstractScheme, change: Change) -> bool:
    """Whether there are data sets small enough to draw every batch; a scheme of your own has laws only.

    Parameters
    ----------
    scheme
        How batches are drawn.
    change
        What leads from x to x'.
    """
    return not isinstance(scheme, OwnScheme) and max(data_set_sizes(scheme, change)) <= LARGEST_DRAWN
