"""What every scheme keeps, over the whole cast."""

from __future__ import annotations

import copy
import math
import re
import tracemalloc
from dataclasses import FrozenInstanceError, fields
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from tightdp.errors import InvalidInput
from tightdp.relations import Change
from tightdp.schemes import AbstractScheme, FullBatch, Poisson, WithoutReplacement, WithReplacement

BILLION = 10**9
CAST = [FullBatch(), Poisson(0.3), WithoutReplacement(30, 7), WithReplacement(30, 40)]
EACH = pytest.mark.parametrize("scheme", CAST, ids=lambda scheme: scheme.name)

schemes = st.one_of(
    st.just(FullBatch()),
    st.floats(0, 1).map(Poisson),
    st.tuples(st.integers(1, BILLION), st.integers(1, BILLION)).map(
        lambda sizes: WithoutReplacement(max(sizes), min(sizes))
    ),
    st.tuples(st.integers(1, BILLION), st.integers(1, 2000)).map(lambda sizes: WithReplacement(*sizes)),
)
changes = st.one_of(
    st.tuples(st.integers(0, 40), st.integers(0, 40)).map(lambda counts: Change(*counts)),
    st.integers(0, 40).map(lambda count: Change(substituted=count)),
)


def has_a_law(scheme: AbstractScheme, change: Change) -> bool:
    """Whether both data sets exist and are large enough for a batch."""
    least, largest = scheme.allowed_sizes()
    growth = abs(change.arriving - change.leaving)
    return max(change.leaving, change.arriving) <= largest and largest - growth >= least


@given(scheme=schemes, change=changes)
def test_weights_are_a_law(scheme: AbstractScheme, change: Change) -> None:
    assume(has_a_law(scheme, change))
    law = scheme.law(change)
    for weights, records in ((law.p, change.leaving), (law.q, change.arriving)):
        assert math.isclose(math.fsum(weights), 1.0, rel_tol=1e-14)
        assert min(weights) >= 0.0
        assert weights[-1] > 0.0
        assert records > 0 or weights == (1.0,)


@given(scheme=schemes, change=changes)
def test_a_swapped_change_swaps_the_weights(scheme: AbstractScheme, change: Change) -> None:
    assume(has_a_law(scheme, change))
    assume(not (isinstance(scheme, FullBatch) and change.substituted))
    law, swapped = scheme.law(change), scheme.law(change.swapped())
    assert (swapped.p, swapped.q, swapped.unit) == (law.q, law.p, law.unit)


@EACH
def test_no_change_changes_no_batch(scheme: AbstractScheme) -> None:
    law = scheme.law(Change())
    assert law.p == law.q == (1.0,)


@EACH
def test_a_scheme_is_a_value(scheme: AbstractScheme) -> None:
    assert copy.deepcopy(scheme) == scheme
    assert hash(copy.deepcopy(scheme)) == hash(scheme)
    for field in fields(scheme):  # type: ignore[arg-type]
        with pytest.raises(FrozenInstanceError):
            setattr(scheme, field.name, 1)


@EACH
def test_a_batch_is_a_fresh_ascending_array_of_int64(scheme: AbstractScheme) -> None:
    batches = list(scheme.batches(20, 50, np.random.default_rng(0)))
    assert len(batches) == 50
    for batch in batches:
        assert batch.dtype == np.int64
        assert batch.ndim == 1
        assert np.all(np.diff(batch) >= 0)
        assert np.all((batch >= 0) & (batch < 20))
        batch.fill(-1)


@EACH
def test_the_seed_decides(scheme: AbstractScheme) -> None:
    first, second = (scheme.batches(25, 5, np.random.default_rng(8)) for _ in range(2))
    assert all(np.array_equal(a, b) for a, b in zip(first, second, strict=True))


@EACH
def test_no_step_no_batch(scheme: AbstractScheme) -> None:
    assert list(scheme.batches(20, 0, np.random.default_rng(0))) == []


@EACH
def test_batches_are_drawn_when_asked_for(scheme: AbstractScheme) -> None:
    rng = np.random.default_rng(0)
    before = copy.deepcopy(rng.bit_generator.state)
    batches = scheme.batches(20, 10**15, rng)
    assert rng.bit_generator.state == before
    next(batches)


@pytest.mark.parametrize(
    "scheme",
    [
        Poisson(2e-5),
        WithoutReplacement(BILLION, 20_000),
        WithReplacement(BILLION, 20_000),
        WithReplacement(7, 20_000),
    ],
    ids=str,
)
def test_memory_follows_the_batch(scheme: AbstractScheme) -> None:
    size = min(BILLION, scheme.allowed_sizes()[1])
    batches = scheme.batches(size, 3, np.random.default_rng(0))
    next(batches)
    tracemalloc.start()
    batch = next(batches)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert abs(len(batch) - 20_000) < 1000
    assert peak < 10 * batch.nbytes


@pytest.mark.parametrize("least", [(FullBatch(), 0), (Poisson(0.5), 0), (WithReplacement(9, 4), 1)], ids=str)
@pytest.mark.parametrize("value", [-1, 2.0, True, "3", None, float("nan")])
def test_a_data_set_has_a_whole_number_of_records(least: tuple[AbstractScheme, int], value: Any) -> None:
    scheme, smallest = least
    words = re.escape(f"dataset_size must be a whole number >= {smallest}, got {value!r}")
    with pytest.raises(InvalidInput, match=words):
        scheme.batches(value, 1, np.random.default_rng(0))


@pytest.mark.parametrize("scheme", [WithoutReplacement(9, 4), WithReplacement(9, 4)], ids=str)
def test_a_data_set_is_no_larger_than_the_scheme_knows(scheme: AbstractScheme) -> None:
    least, largest = scheme.allowed_sizes()
    for size in range(least, largest + 1):
        assert len(next(scheme.batches(size, 1, np.random.default_rng(0)))) == 4
    with pytest.raises(InvalidInput, match=re.escape(f"dataset_size must be in [{least}, 9], got 10")):
        scheme.batches(10, 1, np.random.default_rng(0))


def test_a_data_set_is_no_smaller_than_a_batch() -> None:
    with pytest.raises(InvalidInput, match="dataset_size must be a whole number >= 4, got 3"):
        WithoutReplacement(9, 4).batches(3, 1, np.random.default_rng(0))


@EACH
@pytest.mark.parametrize("value", [-1, 0.5, 3.0, False, "3", float("inf")])
def test_steps_are_a_whole_number(scheme: AbstractScheme, value: Any) -> None:
    with pytest.raises(InvalidInput, match=f"steps must be a whole number >= 0, got {value!r}"):
        scheme.batches(20, value, np.random.default_rng(0))


@EACH
@pytest.mark.parametrize("value", [0, None, np.random.RandomState(0)])
def test_randomness_comes_from_a_generator(scheme: AbstractScheme, value: Any) -> None:
    with pytest.raises(InvalidInput, match=r"rng must be a numpy\.random\.Generator, got"):
        scheme.batches(20, 1, value)


def test_names_are_the_words_of_files() -> None:
    names = ["full-batch", "poisson", "without-replacement", "with-replacement"]
    assert [scheme.name for scheme in CAST] == names


def test_the_contract_itself_is_no_scheme() -> None:
    with pytest.raises(TypeError, match="abstract"):
        AbstractScheme()  # type: ignore[abstract]
