from __future__ import annotations

import math
import re
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from laws.goodness_of_fit import fits
from tightdp.errors import CannotAnswer, InvalidInput
from tightdp.relations import Change
from tightdp.schemes import ChangedCounts, WithReplacement, binomial_weights
from twins.all_batches import batches_with_replacement

BILLION = 10**9


def test_the_larger_set_decides_the_rate() -> None:
    scheme = WithReplacement(dataset_size=4, batch_size=2)
    assert scheme.law(Change(removed=1)) == ChangedCounts((0.5625, 0.375, 0.0625), (1.0,), "substitute")
    assert scheme.law(Change(inserted=1)) == ChangedCounts((1.0,), (0.5625, 0.375, 0.0625), "substitute")


def test_a_split_group_counts_in_two_sizes() -> None:
    law = WithReplacement(10, 4).law(Change(removed=1, inserted=3))
    assert law.p == binomial_weights(4, Fraction(1, 8))
    assert law.q == binomial_weights(4, Fraction(3, 10))


def test_substitution_keeps_the_size() -> None:
    law = WithReplacement(6, 4).law(Change(substituted=2))
    assert law.p == law.q == binomial_weights(4, Fraction(1, 3))


def test_everything_may_be_replaced() -> None:
    assert WithReplacement(2, 3).law(Change(substituted=2)).p == (0.0, 0.0, 0.0, 1.0)


def test_a_batch_may_exceed_the_data_set() -> None:
    assert len(WithReplacement(3, 50).law(Change(substituted=1)).p) == 51


def test_a_billion_records() -> None:
    """Theorem 10 of Balle et al. 2018: the rate is ``1 - (1 - 1/n)^m``."""
    weights = WithReplacement(BILLION, 10**6).law(Change(substituted=1)).p
    rate = -math.expm1(10**6 * math.log1p(-1e-9))
    assert math.fsum(weights[1:]) == pytest.approx(rate, rel=1e-14)


def test_a_smaller_set_without_records_has_no_batch() -> None:
    with pytest.raises(CannotAnswer, match="smaller data set has no records to draw from"):
        WithReplacement(3, 1).law(Change(removed=3))


@pytest.mark.parametrize("change", [Change(removed=11), Change(inserted=11), Change(substituted=11)])
def test_a_group_is_no_larger_than_the_data_set(change: Change) -> None:
    with pytest.raises(InvalidInput, match="group_size must be at most dataset_size = 10, got 11"):
        WithReplacement(10, 2).law(change)


def test_indices_are_int64() -> None:
    with pytest.raises(InvalidInput, match="dataset_size must be at most 9223372036854775807, got"):
        WithReplacement(2**63, 20)


@pytest.mark.parametrize("name", ["dataset_size", "batch_size"])
@pytest.mark.parametrize("value", [0, -3, 2.0, 2.5, True, "2", None, float("nan")])
def test_sizes_are_whole_numbers(name: str, value: Any) -> None:
    sizes: dict[str, Any] = {"dataset_size": 10, "batch_size": 2, name: value}
    with pytest.raises(InvalidInput, match=re.escape(f"{name} must be a whole number >= 1, got {value!r}")):
        WithReplacement(sizes["dataset_size"], sizes["batch_size"])


def batches_have_one_size() -> None:
    rng = np.random.default_rng(0)
    for size, m in ((1, 5), (3, 3), (10, 99), (BILLION, 50)):
        assert {len(batch) for batch in WithReplacement(size, m).batches(size, 50, rng)} == {m}


def draws_are_independent_and_uniform() -> None:
    rng = np.random.default_rng(2)
    draws = [tuple(map(int, batch)) for batch in WithReplacement(4, 3).batches(4, 5000, rng)]
    assert fits(draws, batches_with_replacement(4, 3))


CLAIMS = {
    "Every batch holds exactly `batch_size` records, repeated ones counted.": batches_have_one_size,
    "The draws of a batch are independent, each uniform over the records.": draws_are_independent_and_uniform,
}


def test_each_guarantee_has_its_check() -> None:
    assert WithReplacement.guarantees == tuple(CLAIMS)


@pytest.mark.parametrize("claim", CLAIMS)
def test_guarantee(claim: str) -> None:
    CLAIMS[claim]()
