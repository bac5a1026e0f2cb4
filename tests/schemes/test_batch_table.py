"""A table of all batches."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

import numpy as np
import pytest

from tightdp.errors import InvalidInput
from tightdp.schemes import BatchTable
from tightdp.schemes.batch_table import canonical, named
from twins.all_batches import batches_without_replacement


def two_of(records: tuple[object, ...]) -> Mapping[tuple[object, ...], object]:
    law = batches_without_replacement(len(records), 2)
    return {tuple(records[i] for i in batch): chance for batch, chance in law.items()}


TABLE = BatchTable.from_function(two_of, ["s", "t", "u", "r"], ["s", "t", "u"])


def test_symmetric_batches_are_one_class() -> None:
    assert TABLE.classes.p.tolist() == pytest.approx([0.5, 0.5])
    assert TABLE.classes.q.tolist() == pytest.approx([1.0, 0.0])
    assert TABLE.classes.missing.tolist() == [[0, 1], [1, 0]]
    assert TABLE.classes.names == ("{s, t}", "{r, s}")


def test_every_batch_has_a_class_in_any_order() -> None:
    assert TABLE.class_of(["r", "t"]) == TABLE.class_of(("t", "r")) == 1
    assert TABLE.class_of({"s", "u"}) == 0
    with pytest.raises(InvalidInput, match="must be a batch of the table"):
        TABLE.class_of(["s"])


def test_orders_of_one_batch_are_added_up() -> None:
    table = BatchTable({("a", "b"): 0.5, ("b", "a"): 0.5}, {("a", 1): 1})
    assert table.x == {("a", "b"): 1.0}
    assert table.batches == (("a", "b"), (1, "a"))


def test_swapped_laws_change_places() -> None:
    assert TABLE.swapped().x == TABLE.other


@pytest.mark.parametrize("batch", ["ab", 3, None])
def test_a_batch_is_a_tuple_of_labels(batch: object) -> None:
    with pytest.raises(InvalidInput, match="keyed by tuples of record labels"):
        BatchTable({batch: 1.0}, {("a",): 1.0})  # type: ignore[dict-item]


def test_labels_have_an_order() -> None:
    with pytest.raises(InvalidInput, match="Labels must have an order"):
        canonical("x", (1j, 2j))


def test_batches_in_words() -> None:
    assert named(("a", 1)) == "{a, 1}"


def test_probabilities_of_a_class_add_up() -> None:
    table = BatchTable({(i,): Fraction(1, 7) for i in range(7)}, {(i,): Fraction(1, 7) for i in range(7)})
    assert np.allclose(table.classes.p, [1.0])
