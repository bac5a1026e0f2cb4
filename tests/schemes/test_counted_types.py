"""Built-in schemes as types of batches, for any number of records."""

from __future__ import annotations

import numpy as np
import pytest

from tightdp.relations import Change
from tightdp.schemes import AbstractScheme, BatchTable, Poisson, WithoutReplacement, WithReplacement
from tightdp.schemes.counted_types import counted_types
from twins.neighbouring_batches import neighbours


def test_types_count_changed_records() -> None:
    laws = counted_types(Poisson(0.5).law(Change(removed=2, inserted=1)))
    assert laws.x == {"0": 0.25, "-1": 0.5, "-2": 0.25}
    assert laws.other == {"0": 0.5, "+1": 0.5}
    assert laws.differences["-2", "+1"] == Change(removed=2, inserted=1)
    assert laws.differences["-2", "-1"] == Change(removed=1)


def test_places_are_replaced() -> None:
    laws = counted_types(WithoutReplacement(6, 3).law(Change(substituted=2)))
    assert laws.differences["-2", "+1"] == Change(substituted=2)
    assert laws.differences["+1", "+2"] == Change(substituted=1)


@pytest.mark.parametrize("change", [Change(removed=2), Change(1, 1), Change(substituted=2)], ids=str)
@pytest.mark.parametrize("scheme", [Poisson(0.3), WithoutReplacement(6, 3), WithReplacement(4, 2)], ids=str)
def test_types_are_classes_of_the_table(scheme: AbstractScheme, change: Change) -> None:
    """No stated difference is smaller than the smallest one between batches of the two types."""
    both = neighbours(scheme, change)[-1]
    table = BatchTable(dict(zip(both.batches, both.p, strict=True)), dict(zip(both.batches, both.q, strict=True)))
    laws = counted_types(scheme.law(change))
    gone, new = both.counted("r"), both.counted("i")
    kinds = [f"{new[i] - gone[i]:+d}" if new[i] or gone[i] else "0" for i in range(len(both.batches))]
    missing = both.differences()[0]
    for (a, b), stated in laws.differences.items():
        rows, columns = ([i for i, kind in enumerate(kinds) if kind == name] for name in (a, b))
        if rows and columns:
            between = (missing + missing.T)[np.ix_(rows, columns)]
            assert between.min() == stated.leaving + stated.arriving
            assert bool((between.min(axis=1) == between.min()).all())
    assert np.isclose(table.classes.p.sum(), sum(float(str(w)) for w in laws.x.values()))
