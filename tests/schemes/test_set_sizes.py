from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tightdp.errors import InvalidInput
from tightdp.relations import Change
from tightdp.schemes.set_sizes import set_sizes


def test_the_stated_size_is_the_larger_one() -> None:
    assert set_sizes(10, Change(removed=3)) == (10, 7)
    assert set_sizes(10, Change(inserted=3)) == (7, 10)
    assert set_sizes(10, Change(removed=3, inserted=1)) == (10, 8)
    assert set_sizes(10, Change(removed=2, inserted=2)) == (10, 10)
    assert set_sizes(10, Change(substituted=10)) == (10, 10)


@given(n=st.integers(40, 10**18), removed=st.integers(0, 40), inserted=st.integers(0, 40))
def test_sizes_fit_the_change(n: int, removed: int, inserted: int) -> None:
    change = Change(removed, inserted)
    size, other = set_sizes(n, change)
    assert max(size, other) == n
    assert other - size == inserted - removed
    assert size >= removed
    assert other >= inserted
    assert set_sizes(n, change.swapped()) == (other, size)


@pytest.mark.parametrize("change", [Change(removed=11), Change(inserted=11), Change(11, 11), Change(substituted=11)])
def test_a_group_is_no_larger_than_the_data_set(change: Change) -> None:
    with pytest.raises(InvalidInput, match="group_size must be at most dataset_size = 10, got 11"):
        set_sizes(10, change)
