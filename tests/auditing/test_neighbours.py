from __future__ import annotations

import pytest

from tightdp import InvalidInput
from tightdp.auditing.neighbours import Neighbours


def test_neighbours_are_two_data_sets() -> None:
    with pytest.raises(InvalidInput, match="after must be a data set: a NumPy array or a list of records, got 3"):
        Neighbours([1, 2], 3)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
