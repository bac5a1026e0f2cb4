from __future__ import annotations

from collections import Counter
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from laws.goodness_of_fit import fits
from tightdp.errors import CannotAnswer, InvalidInput
from tightdp.numerics.bound import LEAST_POSITIVE
from tightdp.relations import Change
from tightdp.schemes import TruncatedPoisson
from twins.cut_batches import cut_batches, probability_of_more


@pytest.mark.parametrize(("size", "rate", "most"), [(4, 0.5, 2), (5, 0.7, 1), (3, 1.0, 2), (4, 0.2, 4)])
def test_batches_follow_the_law(size: int, rate: float, most: int) -> None:
    scheme = TruncatedPoisson(rate, most, size)
    for records in (size - 1, size):
        drawn = [tuple(batch.tolist()) for batch in scheme.batches(records, 6000, np.random.default_rng(5))]
        assert fits(drawn, dict(cut_batches(records, rate, most)))
        assert max(Counter(map(len, drawn))) <= most


def test_large_data_sets_take_no_memory() -> None:
    (batch,) = TruncatedPoisson(1e-6, 500, 10**9).batches(10**9, 1, np.random.default_rng(3))
    assert len(batch) == 500
    assert np.all(np.diff(batch) > 0)


@given(size=st.integers(1, 8), rate=st.floats(0.0, 1.0), most=st.integers(1, 8))
def test_a_record_is_in_a_batch_as_often_as_the_cut_says(size: int, rate: float, most: int) -> None:
    cut = TruncatedPoisson(rate, most, size).cut()
    last = sum((chance for batch, chance in cut_batches(size, rate, most).items() if size - 1 in batch), Fraction(0))
    assert cut.free * rate + cut.full * cut.rate == pytest.approx(float(last), rel=1e-12, abs=1e-300)
    assert cut.free + cut.full == pytest.approx(1.0, rel=1e-15)
    assert cut.full * cut.rate == pytest.approx(
        most / size * probability_of_more(size, rate, most) if cut.full > LEAST_POSITIVE else 0.0, rel=1e-9, abs=1e-300
    )


def test_what_is_too_rare_for_a_float_still_counts() -> None:
    cut = TruncatedPoisson(1e-3, 1000, 2000).cut()
    assert (cut.free, cut.full) == (1.0, LEAST_POSITIVE)
    assert cut.rate == pytest.approx(1e-3 * 1000 / 1001)
    assert TruncatedPoisson(0.999, 1, 2000).cut().free == LEAST_POSITIVE
    assert TruncatedPoisson(1.0, 1, 2).cut().free == 0.0


@pytest.mark.parametrize(
    ("values", "match"),
    [
        ((1.5, 2, 4), "rate must be"),
        ((0.5, 0, 4), "largest_batch must be a whole number >= 1"),
        ((0.5, 2, 0), "dataset_size must be a whole number >= 1"),
        ((0.5, 2, 2**63), "dataset_size must be at most"),
    ],
)
def test_what_cannot_be_is_refused(values: tuple[float, int, int], match: str) -> None:
    with pytest.raises(InvalidInput, match=match):
        TruncatedPoisson(*values)


def test_there_is_no_law_of_changed_records_alone() -> None:
    with pytest.raises(CannotAnswer, match="in a batch that was cut a record replaces another one"):
        TruncatedPoisson(0.5, 2, 4).law(Change(removed=1))


def test_only_the_two_sizes_are_sampled() -> None:
    scheme = TruncatedPoisson(0.5, 2, 4)
    assert scheme.allowed_sizes() == (3, 4)
    with pytest.raises(InvalidInput, match=r"dataset_size must be in \[3, 4\]"):
        scheme.batches(5, 1, np.random.default_rng(1))
