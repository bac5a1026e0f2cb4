from __future__ import annotations

import copy
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tightdp.errors import InvalidInput
from tightdp.relations import Change

counts = st.integers(0, 10**12)


def test_nothing_changes_by_default() -> None:
    assert Change() == Change(0, 0, 0)
    assert Change().size == 0


@given(removed=counts, inserted=counts)
def test_removed_records_leave_and_inserted_ones_arrive(removed: int, inserted: int) -> None:
    change = Change(removed, inserted)
    assert (change.leaving, change.arriving, change.size) == (removed, inserted, removed + inserted)
    assert change.swapped() == Change(inserted, removed)
    assert change.swapped().swapped() == change


@given(substituted=counts)
def test_a_substituted_record_leaves_and_another_arrives(substituted: int) -> None:
    change = Change(substituted=substituted)
    assert change.leaving == change.arriving == change.size == substituted
    assert change.swapped() == change


def test_a_chain_has_links_of_each_kind() -> None:
    assert Change(removed=2, inserted=1).links() == (Change(removed=1), Change(inserted=1))
    assert Change(substituted=3).links() == (Change(substituted=1),)
    assert Change().links() == ()


def test_counts_of_numpy_become_plain() -> None:
    change = Change(removed=np.int64(3))  # type: ignore[arg-type]
    assert type(change.removed) is int
    assert copy.deepcopy(change) == change


@pytest.mark.parametrize("name", ["removed", "inserted", "substituted"])
@pytest.mark.parametrize("value", [-1, 1.0, 0.5, True, "1", None, float("nan")])
def test_a_count_is_a_whole_number(name: str, value: Any) -> None:
    with pytest.raises(InvalidInput, match=f"{name} must be a whole number >= 0, got {value!r}"):
        Change(**{name: value})


@pytest.mark.parametrize("counts", [(1, 0, 1), (0, 2, 1), (1, 1, 1)])
def test_substitution_stands_alone(counts: tuple[int, int, int]) -> None:
    with pytest.raises(InvalidInput, match="either removed and inserted records or substituted ones, got"):
        Change(*counts)
