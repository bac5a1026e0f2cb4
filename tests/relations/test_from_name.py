from __future__ import annotations

import pytest

from tightdp.errors import InvalidInput
from tightdp.relations import AbstractRelation, AddRemove, Insert, Remove, Substitute, relation_from_name


@pytest.mark.parametrize("relation", [Insert(2), Remove(2), AddRemove(2), Substitute(2)])
def test_a_name_leads_back_to_its_relation(relation: AbstractRelation) -> None:
    assert relation_from_name(relation.name, 2) == relation


def test_one_record_by_default() -> None:
    assert relation_from_name("insert") == Insert(1)


def test_an_unknown_name_is_told_the_known_ones() -> None:
    words = 'relation must be one of "insert", "remove", "add-remove", "substitute", got \'zero-out\'$'
    with pytest.raises(InvalidInput, match=words):
        relation_from_name("zero-out", 1)


def test_a_near_miss_is_told_the_nearest() -> None:
    with pytest.raises(InvalidInput, match=r"got 'add_remove'\. Did you mean \"add-remove\"\?"):
        relation_from_name("add_remove", 1)


def test_the_group_is_checked() -> None:
    with pytest.raises(InvalidInput, match="group_size must be a whole number >= 1, got 0"):
        relation_from_name("insert", 0)
