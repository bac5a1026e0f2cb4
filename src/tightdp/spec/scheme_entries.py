"""How a document writes a sampling scheme; one table type for each, told apart by ``type``."""

from __future__ import annotations

from tightdp.spec.abstract_entry import AbstractEntry


class FullBatchEntry(AbstractEntry, frozen=True, tag="full-batch"):
    """``FullBatch``: every record in every batch."""


class PoissonEntry(AbstractEntry, frozen=True, tag="poisson"):
    """``Poisson``: each record is in the batch with probability ``rate``, independently."""

    rate: float


class WithoutReplacementEntry(AbstractEntry, frozen=True, tag="without-replacement"):
    """``WithoutReplacement``: ``batch_size`` distinct records out of ``dataset_size``, every subset alike."""

    dataset_size: int
    batch_size: int


class WithReplacementEntry(AbstractEntry, frozen=True, tag="with-replacement"):
    """``WithReplacement``: ``batch_size`` draws out of ``dataset_size``, a record may come more than once."""

    dataset_size: int
    batch_size: int


class RandomAllocationEntry(AbstractEntry, frozen=True, tag="random-allocation"):
    """``RandomAllocation``: a step is a pass of ``updates``; a record is in ``participations`` of them, at random."""

    updates: int
    participations: int = 1


class TruncatedPoissonEntry(AbstractEntry, frozen=True, tag="truncated-poisson"):
    """``TruncatedPoisson``: as ``poisson``, and of more than ``largest_batch`` records that many are kept at random."""

    rate: float
    largest_batch: int
    dataset_size: int


SchemeEntry = (
    FullBatchEntry
    | PoissonEntry
    | WithoutReplacementEntry
    | WithReplacementEntry
    | RandomAllocationEntry
    | TruncatedPoissonEntry
)
