"""Classes of batches with differences stated by the user."""

from __future__ import annotations

import pytest

from tightdp.errors import CannotAnswer, InvalidInput
from tightdp.relations import Change
from tightdp.schemes import BatchTypes

ONE = Change(removed=1)
LAWS = BatchTypes({"0": 0.9, "1": 0.1}, {"0": 1.0}, {("1", "0"): ONE})


def test_classes_hold_the_numbers() -> None:
    assert LAWS.classes.names == ("0", "1")
    assert LAWS.classes.p.tolist() == [0.9, 0.1]
    assert LAWS.classes.q.tolist() == [1.0, 0.0]
    assert LAWS.classes.missing.tolist() == [[0, 0], [1, 0]]


def test_types_without_an_entry_are_not_comparable() -> None:
    laws = BatchTypes({"a": 1.0}, {"b": 1.0}, {})
    assert laws.classes.missing.tolist() == [[0, -1], [-1, 0]]


def test_swapped_laws_change_places() -> None:
    assert LAWS.swapped().classes.names == ("0", "1")
    assert LAWS.swapped().classes.p.tolist() == [1.0, 0.0]


def test_the_class_of_a_batch_is_its_type() -> None:
    assert LAWS.class_of("1") == LAWS.class_of(["1"]) == 1
    with pytest.raises(CannotAnswer, match="only names of types are known"):
        LAWS.class_of("2")
    with pytest.raises(CannotAnswer, match="only names of types are known"):
        LAWS.class_of([])


@pytest.mark.parametrize("key", ["ab", ("a", "a"), ("a", "b", "c")])
def test_differences_are_between_two_types(key: object) -> None:
    with pytest.raises(InvalidInput, match="keyed by two different types"):
        BatchTypes({"a": 1.0}, {"b": 1.0}, {key: ONE})  # type: ignore[dict-item]


def test_differences_are_changes() -> None:
    with pytest.raises(InvalidInput, match=r"must be a Change, such as Change\(removed=1\)"):
        BatchTypes({"a": 1.0}, {"b": 1.0}, {("a", "b"): 1})  # type: ignore[dict-item]


def test_both_sides_of_a_difference_agree() -> None:
    stated = {("a", "b"): ONE, ("b", "a"): ONE}
    with pytest.raises(InvalidInput, match="must be as from the other side"):
        BatchTypes({"a": 1.0}, {"b": 1.0}, stated)
    assert BatchTypes({"a": 1.0}, {"b": 1.0}, {("a", "b"): ONE, ("b", "a"): ONE.swapped()}).names == ("a", "b")
