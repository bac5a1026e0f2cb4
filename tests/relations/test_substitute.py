from __future__ import annotations

import pytest

from tightdp.relations import Change, Substitute


@pytest.mark.parametrize("k", [1, 2, 1000])
def test_there_is_one_direction(k: int) -> None:
    assert Substitute(k).directions() == (Change(substituted=k),)


def test_the_direction_is_its_own_swap() -> None:
    (change,) = Substitute(3).directions()
    assert change.swapped() == change
