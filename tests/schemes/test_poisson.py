from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from laws.goodness_of_fit import fits
from tightdp.errors import InvalidInput
from tightdp.relations import Change
from tightdp.schemes import ChangedCounts, Poisson, binomial_weights
from twins.all_batches import poisson_batches


def test_weights_are_binomial() -> None:
    law = Poisson(0.25).law(Change(removed=2, inserted=1))
    assert law == ChangedCounts((0.5625, 0.375, 0.0625), (0.75, 0.25), "add-remove")


@given(rate=st.floats(0, 1), k=st.integers(0, 50))
def test_a_substitution_is_a_removal_and_an_insertion(rate: float, k: int) -> None:
    assert Poisson(rate).law(Change(substituted=k)) == Poisson(rate).law(Change(k, k))


@given(k=st.integers(0, 50))
def test_the_ends_of_the_rate(k: int) -> None:
    change = Change(removed=k)
    assert Poisson(0).law(change).p == (1.0,)
    assert Poisson(1).law(change).p == (0.0,) * k + (1.0,)


def test_batches_at_the_ends_of_the_rate() -> None:
    rng = np.random.default_rng(0)
    assert [batch.tolist() for batch in Poisson(0.0).batches(4, 2, rng)] == [[], []]
    assert [batch.tolist() for batch in Poisson(1.0).batches(4, 2, rng)] == [[0, 1, 2, 3]] * 2
    assert [batch.tolist() for batch in Poisson(0.5).batches(0, 2, rng)] == [[], []]
    assert next(Poisson(1e-300).batches(10**9, 1, rng)).tolist() == []


def test_rates_of_other_number_types_become_floats() -> None:
    assert Poisson(np.float32(0.5)) == Poisson(Fraction(1, 2)) == Poisson(0.5)  # type: ignore[arg-type]
    assert type(Poisson(1).rate) is float


@pytest.mark.parametrize(
    "value", [1.5, -0.1, 1 + 1e-15, float("nan"), float("inf"), -float("inf"), True, "0.1", None, 1 + 0j]
)
def test_a_rate_is_a_probability(value: Any) -> None:
    with pytest.raises(InvalidInput, match=r"rate must be in \[0, 1\], got ") as caught:
        Poisson(value)
    assert str(caught.value).endswith(f"got {value!r}")


def independent_coins() -> None:
    rng = np.random.default_rng(6)
    draws = [tuple(map(int, batch)) for batch in Poisson(0.2).batches(3, 5000, rng)]
    assert fits(draws, poisson_batches(3, 0.2))


def records_are_distinct() -> None:
    rng = np.random.default_rng(7)
    for rate in (0.01, 0.3, 0.9):
        for batch in Poisson(rate).batches(500, 100, rng):
            assert len(set(batch.tolist())) == len(batch)


def the_number_of_records_does_not_matter() -> None:
    rng = np.random.default_rng(8)
    for size in (2, 40, 5000):
        draws = Poisson(0.01).batches(size, 20_000, rng)
        firsts = (tuple(int(i) for i in batch[:2] if i < 2) for batch in draws)
        merged = ("both or none" if len(first) != 1 else str(first) for first in firsts)
        alone = Fraction(99, 10_000)
        assert fits(merged, {"both or none": 1 - 2 * alone, "(0,)": alone, "(1,)": alone})
    assert Poisson(0.01).law(Change(removed=3)).p == binomial_weights(3, 0.01)


CLAIMS = {
    "A record is in a batch with probability `rate`, independently of all other records.": independent_coins,
    "No record is twice in one batch.": records_are_distinct,
    "The law does not depend on the number of records.": the_number_of_records_does_not_matter,
}


def test_each_guarantee_has_its_check() -> None:
    assert Poisson.guarantees == tuple(CLAIMS)


@pytest.mark.parametrize("claim", CLAIMS)
def test_guarantee(claim: str) -> None:
    CLAIMS[claim]()
