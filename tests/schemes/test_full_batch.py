from __future__ import annotations

import copy

import numpy as np
import pytest

from tightdp.relations import Change
from tightdp.schemes import ChangedCounts, FullBatch


def test_removed_and_inserted_records_are_always_there() -> None:
    law = FullBatch().law(Change(removed=2, inserted=1))
    assert law == ChangedCounts((0.0, 0.0, 1.0), (0.0, 1.0), "add-remove")


def test_substituted_records_are_counted_on_one_side() -> None:
    """The batches are x and x' themselves, K substitutions apart."""
    law = FullBatch().law(Change(substituted=3))
    assert law == ChangedCounts((0.0, 0.0, 0.0, 1.0), (1.0,), "substitute")


def test_an_empty_data_set_has_an_empty_batch() -> None:
    assert [batch.tolist() for batch in FullBatch().batches(0, 2, np.random.default_rng(0))] == [[], []]


def every_record_once() -> None:
    for size in (1, 5, 1000):
        for batch in FullBatch().batches(size, 3, np.random.default_rng(0)):
            assert batch.tolist() == list(range(size))


def nothing_is_drawn() -> None:
    rng = np.random.default_rng(0)
    before = copy.deepcopy(rng.bit_generator.state)
    list(FullBatch().batches(10, 3, rng))
    assert rng.bit_generator.state == before


CLAIMS = {
    "Every batch holds every record exactly once.": every_record_once,
    "Nothing is drawn: the generator's state stays as it was.": nothing_is_drawn,
}


def test_each_guarantee_has_its_check() -> None:
    assert FullBatch.guarantees == tuple(CLAIMS)


@pytest.mark.parametrize("claim", CLAIMS)
def test_guarantee(claim: str) -> None:
    CLAIMS[claim]()
