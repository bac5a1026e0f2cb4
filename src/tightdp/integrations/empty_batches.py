"""Batches without records, in the shape of others."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

from tightdp.errors import InvalidInput

Collate = Callable[[list[Any]], Any]


@dataclass(frozen=True, slots=True, eq=False)
class EmptyAware:
    """``collate(records)``, and for no records what one record gives, cut to length 0.

    A step without records is taken like any other, with noise alone; leaving it out would break the accounting.

    Parameters
    ----------
    collate
        Makes a batch of a list of records, such as ``torch.utils.data.default_collate``.
    example
        Any one record of the data set, for shapes and types.

    Raises
    ------
    InvalidInput
        If the collated example is not made of arrays or tensors in lists, tuples and mappings.
    """

    collate: Collate
    example: object

    def __post_init__(self) -> None:
        emptied(self.collate([self.example]))

    def __call__(self, records: list[Any]) -> Any:
        """The batch of some records, or of none."""
        return self.collate(records) if records else emptied(self.collate([self.example]))


def emptied(batch: Any) -> Any:
    """The batch with length 0 in the first axis of every array.

    Parameters
    ----------
    batch
        Arrays or tensors, alone or in lists, tuples and mappings.

    Raises
    ------
    InvalidInput
        If something else is in it.
    """
    if hasattr(batch, "shape") and len(batch.shape):
        return batch[:0]
    if isinstance(batch, Mapping):
        return {key: emptied(value) for key, value in cast("Mapping[Any, Any]", batch).items()}
    if isinstance(batch, Sequence) and not isinstance(batch, str | bytes):
        held = cast("Any", batch)
        parts = [emptied(value) for value in held]
        if hasattr(held, "_fields"):
            return type(held)(*parts)
        return tuple(parts) if isinstance(held, tuple) else parts
    raise InvalidInput("batch", type(batch).__name__, "arrays or tensors in lists, tuples and mappings")
