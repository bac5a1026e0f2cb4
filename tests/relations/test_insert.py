from __future__ import annotations

import pytest

from tightdp.relations import Change, Insert


@pytest.mark.parametrize("k", [1, 2, 1000])
def test_there_is_one_direction(k: int) -> None:
    assert Insert(k).directions() == (Change(inserted=k),)
