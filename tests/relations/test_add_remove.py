from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from tightdp.relations import AddRemove, Change, Insert, Remove


def test_one_record_leaves_or_comes() -> None:
    assert AddRemove().directions() == Remove().directions() + Insert().directions()


def test_a_group_is_split_in_every_way() -> None:
    assert AddRemove(3).directions() == (Change(3, 0), Change(2, 1), Change(1, 2), Change(0, 3))


@given(k=st.integers(1, 200))
def test_the_relation_is_symmetric(k: int) -> None:
    directions = AddRemove(k).directions()
    assert len(directions) == k + 1
    assert {change.swapped() for change in directions} == set(directions)
