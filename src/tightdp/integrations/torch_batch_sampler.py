"""Batches for PyTorch's loaders; needs no PyTorch itself."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from tightdp.sampling import BatchSampler


@dataclass(frozen=True, slots=True, eq=False)
class TorchBatchSampler:
    """``DataLoader(dataset, batch_sampler=TorchBatchSampler(sampler))``: lists of indices, one for each step.

    Iterating goes on where the last iteration stopped. A loader with workers asks ahead of the training loop, so the
    position of the sampler is then ahead of the steps taken: :class:`ResumableLoader` keeps count of these.

    Parameters
    ----------
    sampler
        What draws; a share of it on each rank of several (:func:`rank_share`).
    """

    sampler: BatchSampler

    def __iter__(self) -> Iterator[list[int]]:
        """The indices of each batch that is left."""
        return (batch.tolist() for batch in self.sampler)

    def __len__(self) -> int:
        """Batches that are left."""
        return len(self.sampler)

    def state_dict(self, position: int | None = None) -> dict[str, object]:
        """As for :class:`BatchSampler`; it holds the key.

        Parameters
        ----------
        position
            Steps that were taken; by default the batches that were handed out.
        """
        return self.sampler.state_dict(position)

    def load_state_dict(self, state: Mapping[str, object]) -> None:
        """Go on where a saved run stopped.

        Parameters
        ----------
        state
            What :meth:`state_dict` gave.
        """
        self.sampler.load_state_dict(state)
