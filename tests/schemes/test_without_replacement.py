from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest

from laws.goodness_of_fit import fits
from tightdp.errors import CannotAnswer, InvalidInput
from tightdp.relations import Change
from tightdp.schemes import ChangedCounts, WithoutReplacement, hypergeometric_weights
from twins.all_batches import batches_without_replacement

BILLION = 10**9


def test_the_larger_set_decides_the_rate() -> None:
    scheme = WithoutReplacement(dataset_size=8, batch_size=4)
    assert scheme.law(Change(removed=1)) == ChangedCounts((0.5, 0.5), (1.0,), "substitute")
    assert scheme.law(Change(inserted=1)) == ChangedCounts((1.0,), (0.5, 0.5), "substitute")


def test_a_split_group_counts_in_two_sizes() -> None:
    law = WithoutReplacement(10, 4).law(Change(removed=3, inserted=1))
    assert law.p == hypergeometric_weights(10, 3, 4)
    assert law.q == hypergeometric_weights(8, 1, 4)


def test_substitution_keeps_the_size() -> None:
    law = WithoutReplacement(6, 4).law(Change(substituted=4))
    assert law.p == law.q == hypergeometric_weights(6, 4, 4)
    assert law.p[:2] == (0.0, 0.0)


def test_everything_may_be_drawn_or_replaced() -> None:
    law = WithoutReplacement(5, 5).law(Change(substituted=2))
    assert law == ChangedCounts((0.0, 0.0, 1.0), (0.0, 0.0, 1.0), "substitute")
    assert WithoutReplacement(5, 2).law(Change(substituted=5)).p == (0.0, 0.0, 1.0)


def test_a_billion_records() -> None:
    law = WithoutReplacement(BILLION, 1000).law(Change(removed=1))
    assert law.p == (1 - 1e-6, 1e-6)
    assert len(WithoutReplacement(BILLION, 10**6).law(Change(substituted=1000)).p) == 175


@pytest.mark.parametrize("change", [Change(removed=2), Change(inserted=2), Change(removed=3, inserted=1)])
def test_the_smaller_set_must_fill_a_batch(change: Change) -> None:
    assert WithoutReplacement(10, 8).law(change)
    words = r"smaller data set has 8 records and a batch takes 9\. Instead: a batch_size of at most 8"
    with pytest.raises(CannotAnswer, match=words):
        WithoutReplacement(10, 9).law(change)


def test_a_smaller_set_without_records_has_no_batch() -> None:
    with pytest.raises(CannotAnswer, match="smaller data set has 0 records and a batch takes 1"):
        WithoutReplacement(3, 1).law(Change(removed=3))


@pytest.mark.parametrize("change", [Change(removed=11), Change(inserted=11), Change(substituted=11)])
def test_a_group_is_no_larger_than_the_data_set(change: Change) -> None:
    with pytest.raises(InvalidInput, match="group_size must be at most dataset_size = 10, got 11"):
        WithoutReplacement(10, 2).law(change)


def test_a_batch_is_no_larger_than_the_data_set() -> None:
    with pytest.raises(InvalidInput, match="batch_size must be at most dataset_size = 10, got 20"):
        WithoutReplacement(10, 20)


def test_indices_are_int64() -> None:
    with pytest.raises(InvalidInput, match="dataset_size must be at most 9223372036854775807, got"):
        WithoutReplacement(2**63, 20)


@pytest.mark.parametrize("name", ["dataset_size", "batch_size"])
@pytest.mark.parametrize("value", [0, -3, 2.0, 2.5, True, "2", None, float("nan")])
def test_sizes_are_whole_numbers(name: str, value: Any) -> None:
    sizes: dict[str, Any] = {"dataset_size": 10, "batch_size": 2, name: value}
    with pytest.raises(InvalidInput, match=re.escape(f"{name} must be a whole number >= 1, got {value!r}")):
        WithoutReplacement(sizes["dataset_size"], sizes["batch_size"])


def test_sizes_of_numpy_become_plain() -> None:
    scheme = WithoutReplacement(np.int64(10), np.int32(2))  # type: ignore[arg-type]
    assert scheme == WithoutReplacement(10, 2)
    assert type(scheme.dataset_size) is type(scheme.batch_size) is int


def batches_have_one_size() -> None:
    rng = np.random.default_rng(0)
    for size, m in ((3, 3), (100, 99), (1000, 7), (BILLION, 50)):
        assert {len(batch) for batch in WithoutReplacement(size, m).batches(size, 50, rng)} == {m}


def records_are_distinct() -> None:
    rng = np.random.default_rng(1)
    for size, m in ((3, 3), (100, 60), (1000, 7), (70, 1)):
        for batch in WithoutReplacement(size, m).batches(size, 50, rng):
            assert len(set(batch.tolist())) == m


def sets_are_equally_likely() -> None:
    rng = np.random.default_rng(2)
    draws = [tuple(map(int, batch)) for batch in WithoutReplacement(6, 3).batches(6, 5000, rng)]
    assert fits(draws, batches_without_replacement(6, 3))


CLAIMS = {
    "Every batch holds exactly `batch_size` records.": batches_have_one_size,
    "No record is twice in one batch.": records_are_distinct,
    "Every set of `batch_size` records has the same probability.": sets_are_equally_likely,
}


def test_each_guarantee_has_its_check() -> None:
    assert WithoutReplacement.guarantees == tuple(CLAIMS)


@pytest.mark.parametrize("claim", CLAIMS)
def test_guarantee(claim: str) -> None:
    CLAIMS[claim]()
