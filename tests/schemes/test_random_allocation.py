from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations
from math import comb
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from laws.goodness_of_fit import counts_fit, fits
from tightdp.errors import CannotAnswer, InvalidInput
from tightdp.relations import Change
from tightdp.schemes import RandomAllocation, random_allocation


@given(
    updates=st.integers(1, 12),
    share=st.floats(0.0, 1.0),
    records=st.integers(0, 60),
    seed=st.integers(0, 2**32),
)
def test_every_record_is_in_as_many_updates_as_said(updates: int, share: float, records: int, seed: int) -> None:
    scheme = RandomAllocation(updates, max(1, round(share * updates)))
    batches = list(scheme.batches(records, 3, np.random.default_rng(seed)))
    assert len(batches) == 3 * updates == 3 * scheme.batches_per_step
    for first in range(0, 3 * updates, updates):
        step = batches[first : first + updates]
        for batch in step:
            assert batch.dtype == np.int64
            assert np.all(np.diff(batch) > 0)
        times = np.bincount(np.concatenate(step), minlength=records)
        assert times.tolist() == [scheme.participations] * records


def updates_of(record: int, step: list[np.ndarray]) -> tuple[int, ...]:
    return tuple(t for t, batch in enumerate(step) if record in batch)


@pytest.mark.parametrize(("updates", "participations"), [(4, 1), (5, 2), (5, 4), (3, 3)])
def test_every_choice_of_updates_is_alike_and_records_are_independent(updates: int, participations: int) -> None:
    scheme = RandomAllocation(updates, participations)
    batches = list(scheme.batches(2, 6000, np.random.default_rng(5)))
    steps = [batches[at : at + updates] for at in range(0, len(batches), updates)]
    chosen = list(combinations(range(updates), participations))
    one = Fraction(1, len(chosen))
    assert fits((updates_of(0, step) for step in steps), dict.fromkeys(chosen, one))
    pairs = {(a, b): one * one for a in chosen for b in chosen}
    assert fits(((updates_of(0, step), updates_of(1, step)) for step in steps), pairs)


def test_a_million_records_fit_the_law() -> None:
    """Each record is a draw of its own; the blocks in which they are drawn do not show."""
    updates, participations = 6, 2
    codes = np.zeros(1_100_000, dtype=np.int64)
    step = RandomAllocation(updates, participations).batches(len(codes), 1, np.random.default_rng(3))
    for t, batch in enumerate(step):
        codes[batch] += 1 << t
    law = {sum(1 << t for t in chosen): Fraction(1, comb(6, 2)) for chosen in combinations(range(6), 2)}
    for part in (slice(None), slice(None, random_allocation._BLOCK), slice(random_allocation._BLOCK, None)):
        values, counts = np.unique(codes[part], return_counts=True)
        assert counts_fit(Counter(dict(zip(values.tolist(), counts.tolist(), strict=True))), law)


def test_the_first_batch_of_a_pass() -> None:
    scheme = RandomAllocation(4)
    drawn = scheme.draw(50, np.random.default_rng(1))
    assert drawn.tolist() == next(scheme.batches(50, 1, np.random.default_rng(1))).tolist()


def test_one_batch_alone_has_no_law() -> None:
    with pytest.raises(CannotAnswer, match="a step of random allocation is a pass of batches that depend on each"):
        RandomAllocation(4).law(Change(removed=1))


@pytest.mark.parametrize("value", [0, -1, 1.5, True, "3", None, float("nan")])
def test_sizes_are_whole_numbers(value: Any) -> None:
    with pytest.raises(InvalidInput, match="updates must be a whole number >= 1, got"):
        RandomAllocation(value)
    with pytest.raises(InvalidInput, match="participations must be a whole number >= 1, got"):
        RandomAllocation(5, value)


def test_a_record_cannot_be_in_more_updates_than_there_are() -> None:
    with pytest.raises(InvalidInput, match="participations must be at most updates = 5, got 6"):
        RandomAllocation(5, 6)
    with pytest.raises(InvalidInput, match="updates must be at most 10000000, got 10000001"):
        RandomAllocation(10**7 + 1)
