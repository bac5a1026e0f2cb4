"""A loader that knows which steps were taken."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from tightdp.errors import InvalidInput
from tightdp.integrations.torch_batch_sampler import TorchBatchSampler


@dataclass(slots=True)
class _Taken:
    """Batches that the training loop received, and which iteration is the current one."""

    steps: int
    turn: int = 0


@dataclass(frozen=True, slots=True, eq=False)
class ResumableLoader:
    """A ``DataLoader`` over a :class:`TorchBatchSampler`, counting what the training loop receives.

    Workers fetch ahead; a state saved while step t's batch is being used, or afterwards, continues with step t + 1
    whatever they had fetched. Leaving a loop early and iterating again goes on with the next step, too. A loop that was
    not left by then, or in which a state was loaded, ends with an error: what was fetched for it is another step's.

    Parameters
    ----------
    loader
        The loader. Its ``collate_fn`` must cope with empty batches (:class:`EmptyAware`).

    Raises
    ------
    InvalidInput
        If its batch sampler is another one, or its workers may hand out batches in another order than they were drawn.
    """

    loader: Iterable[Any]
    _taken: _Taken = field(init=False, repr=False)

    def __post_init__(self) -> None:
        if not isinstance(getattr(self.loader, "batch_sampler", None), TorchBatchSampler):
            raise InvalidInput(
                "loader", type(self.loader).__name__, "a DataLoader whose batch_sampler is a TorchBatchSampler"
            )
        if not getattr(self.loader, "in_order", True):
            raise InvalidInput("in_order", "False", "True: which steps were taken must follow from their number")
        object.__setattr__(self, "_taken", _Taken(self.batches.sampler.position))

    @property
    def batches(self) -> TorchBatchSampler:
        """The loader's batch sampler."""
        loader: Any = self.loader
        return loader.batch_sampler

    @property
    def position(self) -> int:
        """Batches that the training loop received."""
        return self._taken.steps

    def __iter__(self) -> Iterator[Any]:
        """The batches that are left.

        Raises
        ------
        InvalidInput
            If the next one is asked for after another iteration has begun, or a state was loaded.
        """
        self.load_state_dict(self.state_dict())
        turn = self._taken.turn
        for batch in self.loader:
            self._taken.steps += 1
            yield batch
            if self._taken.turn != turn:
                raise InvalidInput(
                    "loop", "one more batch", "left once a state was loaded or another loop over the loader began"
                )

    def __len__(self) -> int:
        """Batches that are left."""
        return self.batches.sampler.steps - self.position

    def state_dict(self) -> dict[str, object]:
        """What :meth:`load_state_dict` needs, ready for JSON; it holds the key."""
        return self.batches.state_dict(self.position)

    def load_state_dict(self, state: Mapping[str, object]) -> None:
        """Go on where a saved run stopped.

        Parameters
        ----------
        state
            What :meth:`state_dict` gave.
        """
        self.batches.load_state_dict(state)
        self._taken.steps = self.batches.sampler.position
        self._taken.turn += 1
