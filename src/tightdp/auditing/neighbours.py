"""Two data sets of the user's own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from numpy.typing import NDArray

from tightdp.errors import InvalidInput


@dataclass(frozen=True, eq=False)
class Neighbours:
    """Two neighbouring data sets of the user's own.

    Parameters
    ----------
    before, after
        x and x': NumPy arrays with a row for each record, or other sequences of records.
    symmetric
        Whether (x', x) are neighbours too; False for relations that only insert or only remove.

    Raises
    ------
    InvalidInput
        If a data set is not a sequence.
    """

    before: Sequence[Any] | NDArray[Any]
    after: Sequence[Any] | NDArray[Any]
    symmetric: bool = True

    def __post_init__(self) -> None:
        for name in ("before", "after"):
            if not hasattr(getattr(self, name), "__getitem__") or not hasattr(getattr(self, name), "__len__"):
                raise InvalidInput(name, getattr(self, name), "a data set: a NumPy array or a list of records")
