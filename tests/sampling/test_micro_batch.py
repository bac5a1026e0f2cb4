from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tightdp import InvalidInput, Poisson
from tightdp.sampling import BatchSampler, MicroBatch, Randomness, micro_batches


@given(st.integers(0, 50), st.integers(1, 12), st.booleans())
def test_parts_are_the_batch(count: int, size: int, padded: bool) -> None:
    batch = 100 + np.arange(count)
    parts = list(micro_batches(batch, size, padded=padded))
    assert np.concatenate([part.indices[part.mask] for part in parts]).tolist() == batch.tolist()
    assert [part.last for part in parts] == [False] * (len(parts) - 1) + [True]
    assert len(parts) == max(1, -(-count // size))
    assert all(len(part.indices) == len(part.mask) <= size for part in parts)
    if padded:
        assert {len(part.indices) for part in parts} == {size}
        assert all(part.indices.dtype == np.int64 and not part.indices[~part.mask].any() for part in parts)


def test_an_empty_batch_is_a_step() -> None:
    (plain,) = micro_batches(np.zeros(0, np.int64), 4)
    (filled,) = micro_batches(np.zeros(0, np.int64), 4, padded=True)
    assert isinstance(plain, MicroBatch)
    assert (len(plain.indices), plain.last, filled.mask.tolist(), filled.last) == (0, True, [False] * 4, True)


def test_masked_sums_are_the_batch_sum() -> None:
    values = np.arange(20.0)
    batch = np.array([1, 4, 4, 9, 17])
    total = sum(float((values[part.indices] * part.mask).sum()) for part in micro_batches(batch, 3, padded=True))
    assert total == values[batch].sum()


@pytest.mark.parametrize("size", [0, -1, 2.5, True])
def test_sizes_are_checked_at_the_call(size: object) -> None:
    with pytest.raises(InvalidInput, match="size must be a whole number >= 1"):
        micro_batches(np.arange(3), size)  # type: ignore[arg-type]


def test_padded_parts_are_one_shape_to_a_compiler() -> None:
    """JAX traces the step once, whatever the batches' sizes, and masked sums are the batches' sums."""
    jax: Any = pytest.importorskip("jax", reason="needs JAX: make test-integrations")
    values, traced = np.arange(200.0), list[tuple[int, ...]]()

    @jax.jit
    def total(indices: Any, mask: Any) -> Any:
        traced.append(indices.shape)
        return (jax.numpy.asarray(values)[indices] * mask).sum()

    sampler = BatchSampler(Poisson(0.05), dataset_size=200, steps=20, source=Randomness.seeded(1))
    for batch in sampler:
        parts = micro_batches(batch, 8, padded=True)
        assert sum(float(total(part.indices, part.mask)) for part in parts) == values[batch].sum()
    assert traced == [(8,)]
