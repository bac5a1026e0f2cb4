"""What every relation keeps, over the whole cast."""

from __future__ import annotations

import copy
import re
from dataclasses import FrozenInstanceError
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tightdp.errors import InvalidInput
from tightdp.relations import AbstractRelation, AddRemove, Insert, Remove, Substitute

CAST = [Insert, Remove, AddRemove, Substitute]
relations = st.sampled_from([relation(k) for relation in CAST for k in (1, 2, 3, 17, 60)])


@given(relation=relations)
def test_each_direction_changes_the_whole_group_once(relation: AbstractRelation) -> None:
    directions = relation.directions()
    assert all(change.size == relation.group_size for change in directions)
    assert len(set(directions)) == len(directions)


@given(relation=relations)
def test_a_relation_is_a_value(relation: AbstractRelation) -> None:
    assert copy.deepcopy(relation) == relation
    assert hash(type(relation)(relation.group_size)) == hash(relation)
    with pytest.raises(FrozenInstanceError):
        relation.group_size = 7  # type: ignore[misc]


@pytest.mark.parametrize("relation", CAST)
def test_one_record_by_default(relation: type[AbstractRelation]) -> None:
    assert relation().group_size == 1
    assert type(relation(np.int32(2)).group_size) is int  # type: ignore[arg-type]


@pytest.mark.parametrize("relation", CAST)
@pytest.mark.parametrize("value", [0, -1, True, False, 2.5, 2.0, float("nan"), "2", None])
def test_a_group_is_a_whole_number_of_records(relation: type[AbstractRelation], value: Any) -> None:
    words = re.escape(f"group_size must be a whole number >= 1, got {value!r}")
    with pytest.raises(InvalidInput, match=words):
        relation(value)


def test_the_contract_itself_is_no_relation() -> None:
    with pytest.raises(TypeError, match="abstract"):
        AbstractRelation(1)  # type: ignore[abstract]


def test_names_are_the_words_of_files() -> None:
    assert [relation.name for relation in CAST] == ["insert", "remove", "add-remove", "substitute"]
