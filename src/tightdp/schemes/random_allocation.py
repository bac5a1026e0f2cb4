"""Every record takes part in a fixed number of a pass's updates, chosen at random (balls in bins)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar, final

import numpy as np
from numpy.typing import NDArray

from tightdp.errors import CannotAnswer, InvalidInput
from tightdp.numerics.checks import whole
from tightdp.relations import Change
from tightdp.schemes.abstract_scheme import LARGEST_SIZE, AbstractScheme
from tightdp.schemes.changed_counts import ChangedCounts

MOST_UPDATES = 10**7
# Records whose updates are drawn at once.
_BLOCK = 1 << 20


@final
@dataclass(frozen=True, slots=True)
class RandomAllocation(AbstractScheme):
    """Each record draws k of the t updates of a pass, every k-subset alike, independently of all other records.

    One *step* is a whole pass of t updates: ``epochs * Step(mechanism, RandomAllocation(t))``. It is close to what a
    loader that shuffles does, but the number of records in a batch is random. A pass that is stopped early costs no
    more than a whole one.

    Public: t and k. Private: the number of records, the batches and their sizes.

    Parameters
    ----------
    updates
        t, the number of updates of a pass, from 1 to 10^7; each is one release.
    participations
        k, in how many updates of a pass a record takes part, from 1 to t.

    Raises
    ------
    InvalidInput
        If an argument is not such a whole number.

    Examples
    --------
    >>> from tightdp import AddRemove, Gaussian, Step, account
    >>> run = 10 * Step(Gaussian(1.0), RandomAllocation(updates=100))
    >>> round(account(run, AddRemove()).epsilon(1e-5).upper, 2)
    1.7
    """

    name: ClassVar[str] = "random-allocation"
    guarantees: ClassVar[tuple[str, ...]] = (
        "A record is in exactly `participations` of the `updates` batches of a step.",
        "Which ones is uniform, and independent of all other records.",
        "No record is twice in one batch.",
        "The law does not depend on the number of records.",
    )
    updates: int
    participations: int = 1

    def __post_init__(self) -> None:
        updates = whole("updates", self.updates, 1)
        if updates > MOST_UPDATES:
            raise InvalidInput("updates", updates, f"at most {MOST_UPDATES}")
        participations = whole("participations", self.participations, 1)
        if participations > updates:
            raise InvalidInput("participations", participations, f"at most updates = {updates}")
        object.__setattr__(self, "updates", updates)
        object.__setattr__(self, "participations", participations)

    @property
    def batches_per_step(self) -> int:
        """t: a step is a whole pass."""
        return self.updates

    def law(self, change: Change) -> ChangedCounts:
        """Refused: the batches of a pass depend on each other.

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
            f"the number of changed records in one batch for {change}",
            "a step of random allocation is a pass of batches that depend on each other",
            "account(), which covers whole passes",
        )

    def allowed_sizes(self) -> tuple[int, int]:
        """Any number of records that an index can count."""
        return 0, LARGEST_SIZE

    def draw(self, dataset_size: int, rng: np.random.Generator) -> NDArray[np.int64]:
        """The first batch of a pass."""
        return next(iter(self.draw_step(dataset_size, rng)))

    def draw_step(self, dataset_size: int, rng: np.random.Generator) -> Iterator[NDArray[np.int64]]:
        """The batches of one pass, in order; takes memory for the updates of every record."""
        drawn = [self._drawn(min(_BLOCK, dataset_size - at), rng) for at in range(0, dataset_size, _BLOCK)]
        update = np.concatenate([block.ravel() for block in drawn]) if drawn else np.zeros(0, dtype=np.int32)
        order = np.argsort(update, kind="stable")
        bounds = np.searchsorted(update[order], np.arange(self.updates + 1))
        records = (order // self.participations).astype(np.int64)
        return (records[bounds[t] : bounds[t + 1]].copy() for t in range(self.updates))

    def _drawn(self, records: int, rng: np.random.Generator) -> NDArray[np.int32]:
        """k distinct updates for each of some records, by Floyd's algorithm, ``(records, k)``."""
        k, t = self.participations, self.updates
        chosen = np.empty((records, k), dtype=np.int32)
        for at in range(k):
            last = t - k + at
            found = rng.integers(last + 1, size=records, dtype=np.int32)
            taken = (chosen[:, :at] == found[:, None]).any(axis=1)
            chosen[:, at] = np.where(taken, last, found)
        return chosen
