from __future__ import annotations

import numpy as np
import pytest

from tightdp import FullBatch, Poisson, WithoutReplacement, WithReplacement
from tightdp.auditing.changed_records import ChangedRecords, Source, can_draw, data_set_sizes
from tightdp.relations import Change
from tightdp.schemes import AbstractScheme

SCHEMES = (FullBatch(), Poisson(0.3), WithoutReplacement(12, 5), WithReplacement(9, 4))
CHANGES = (Change(removed=1), Change(inserted=2), Change(removed=2, inserted=1), Change(substituted=2))


@pytest.mark.parametrize("change", CHANGES, ids=str)
@pytest.mark.parametrize("scheme", SCHEMES, ids=str)
@pytest.mark.parametrize("source", ["scheme", "law"])
def test_both_sources_have_the_scheme_s_law(scheme: AbstractScheme, change: Change, source: Source) -> None:
    counts = scheme.law(change)
    records = ChangedRecords(scheme, change, counts, source)
    draws = 4000
    for side, weights in ((0, counts.p), (1, counts.q)):
        places = records.places(side, draws, np.random.default_rng(side))
        numbers = -places if side else places
        assert numbers.min() >= 0
        shares = np.bincount(numbers, minlength=len(weights)) / draws
        expected = np.zeros(len(shares))
        expected[: len(weights)] = weights
        assert np.all(np.abs(shares - expected) < 5.0 * np.sqrt(expected / draws) + 1e-3)


def test_data_sets_have_the_scheme_s_size_or_a_hundred_other_records() -> None:
    assert data_set_sizes(WithoutReplacement(50, 5), Change(inserted=2)) == (48, 50)
    assert data_set_sizes(WithReplacement(50, 5), Change(removed=2)) == (50, 48)
    assert data_set_sizes(Poisson(0.1), Change(removed=2)) == (102, 100)


def test_large_data_sets_are_not_drawn_from() -> None:
    change = Change(removed=1)
    assert can_draw(WithoutReplacement(10_000, 5), change)
    assert not can_draw(WithoutReplacement(10_001, 5), change)
    assert can_draw(Poisson(1e-6), change)
