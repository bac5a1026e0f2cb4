"""Physical parts of one logical batch."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tightdp.numerics.checks import whole


@dataclass(frozen=True, slots=True, eq=False)
class MicroBatch:
    """Some of a batch's records, in arrays of a fixed or of their own length.

    Parameters
    ----------
    indices
        Indices of records, int64 ``(m,)``; where the mask is False, index 0 fills the place.
    mask
        Which places hold a record, bool ``(m,)``. What is computed for the others must be multiplied by 0 before the
        sum, not averaged in.
    last
        Whether it completes the batch, so that noise is added and the step is taken.
    """

    indices: NDArray[np.int64]
    mask: NDArray[np.bool_]
    last: bool


def micro_batches(batch: NDArray[np.int64], size: int, *, padded: bool = False) -> Iterator[MicroBatch]:
    """A batch in parts of at most ``size`` records, in order; sums over the parts are sums over the batch.

    Nothing is left out and nothing is put in, so the accounting does not change: noise is added once, to the total of
    all parts, and the total is divided by a constant, not by the number of records drawn. An empty batch is one part
    without records: its step is taken like any other, noise alone.

    Parameters
    ----------
    batch
        Indices of records, ``(k,)``.
    size
        Most records of a part, >= 1.
    padded
        Whether every part has exactly ``size`` places, for compilers that want fixed shapes.

    Raises
    ------
    InvalidInput
        If the size is not a whole number >= 1; at the call.

    Examples
    --------
    >>> [(part.indices.tolist(), part.last) for part in micro_batches(np.array([3, 5, 8]), 2)]
    [([3, 5], False), ([8], True)]
    >>> [(part.indices.tolist(), part.mask.tolist()) for part in micro_batches(np.array([8]), 2, padded=True)]
    [([8, 0], [True, False])]
    """
    most = whole("size", size, 1)
    starts = range(0, max(len(batch), 1), most)
    return (_part(batch[start : start + most], most if padded else 0, start == starts[-1]) for start in starts)


def _part(indices: NDArray[np.int64], places: int, last: bool) -> MicroBatch:
    """The records of a part, with places filled up."""
    missing = max(places - len(indices), 0)
    mask = np.ones(len(indices) + missing, dtype=np.bool_)
    mask[len(indices) :] = False
    return MicroBatch(np.concatenate([indices, np.zeros(missing, dtype=np.int64)]), mask, last)
