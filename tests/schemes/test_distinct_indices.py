from __future__ import annotations

import tracemalloc

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tightdp.schemes.distinct_indices import distinct_indices


@given(population=st.integers(0, 3000), share=st.floats(0, 1), seed=st.integers(0, 2**32))
def test_indices_are_distinct_and_ascending(population: int, share: float, seed: int) -> None:
    count = round(share * population)
    indices = distinct_indices(population, count, np.random.default_rng(seed))
    assert indices.dtype == np.int64
    assert len(indices) == count
    assert np.all(np.diff(indices) > 0)
    assert np.all((indices >= 0) & (indices < population))


@pytest.mark.parametrize("population", [0, 1, 64, 10**6])
def test_none_and_all(population: int) -> None:
    rng = np.random.default_rng(0)
    assert distinct_indices(population, 0, rng).tolist() == []
    assert np.array_equal(distinct_indices(population, population, rng), np.arange(population))


def test_the_largest_population_that_int64_counts() -> None:
    assert len(distinct_indices(2**63 - 1, 100, np.random.default_rng(0))) == 100


@pytest.mark.parametrize("share", [1000, 65, 63, 20, 3, 2, 1])
def test_memory_stays_below_ten_batches(share: int) -> None:
    population = 2_000_000
    rng = np.random.default_rng(0)
    tracemalloc.start()
    batch = distinct_indices(population, population // share, rng)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 10 * batch.nbytes
