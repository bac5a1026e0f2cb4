"""Classes of batches that see the same batches at the same distances."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tightdp.errors import CannotAnswer
from tightdp.relations import Change
from tightdp.schemes import AbstractScheme, Poisson, WithoutReplacement, WithReplacement
from tightdp.schemes.equitable import Marked, equitable_classes
from twins.neighbouring_batches import neighbours

SCHEMES = (Poisson(0.3), WithoutReplacement(5, 2), WithReplacement(4, 3))


def marked(scheme: AbstractScheme, change: Change) -> Marked:
    both = neighbours(scheme, change)[-1]
    p, q = (np.array([float(w) for w in law]) for law in (both.p, both.q))
    return Marked(both.batches, p, q)


def shared(a: tuple[object, ...], b: tuple[object, ...]) -> int:
    return (Counter(a) & Counter(b)).total()


@pytest.mark.parametrize("change", [Change(removed=1), Change(1, 2), Change(substituted=2)], ids=str)
@pytest.mark.parametrize("scheme", SCHEMES, ids=str)
def test_classes_are_equitable(scheme: AbstractScheme, change: Change) -> None:
    batches = marked(scheme, change)
    labels, missing = equitable_classes(batches)
    seen = [Counter((int(labels[j]), shared(a, b)) for j, b in enumerate(batches.batches)) for a in batches.batches]
    for label in range(labels.max() + 1):
        mine = [i for i in range(len(labels)) if labels[i] == label]
        assert all(seen[i] == seen[mine[0]] for i in mine)
        assert len({(round(batches.p[i], 14), round(batches.q[i], 14)) for i in mine}) == 1
        for other in range(labels.max() + 1):
            closest = max(common for at, common in seen[mine[0]] if at == other)
            assert label == other or missing[label, other] == len(batches.batches[mine[0]]) - closest


def test_a_chain_is_taken_apart() -> None:
    """The ends of a chain differ from its middle, whose batches differ by how far they are from an end."""
    batches = tuple((i, i + 1) for i in range(6))
    labels, _ = equitable_classes(Marked(batches, np.full(6, 1 / 6), np.full(6, 1 / 6)))
    assert labels.tolist() == [0, 1, 2, 2, 1, 0]


@given(st.lists(st.lists(st.integers(0, 2), max_size=3), min_size=1, max_size=8, unique_by=lambda b: tuple(sorted(b))))
def test_codes_count_shared_records(batches: list[list[int]]) -> None:
    rows = tuple(tuple(batch) for batch in batches)
    codes = Marked(rows, np.ones(len(rows)), np.ones(len(rows))).codes
    assert (codes @ codes.T).tolist() == [[shared(a, b) for b in rows] for a in rows]


def test_ten_thousand_batches() -> None:
    n = 13
    rows = [tuple(i for i in range(n) if code >> i & 1) for code in range(2**n)]
    sizes = np.array([len(row) for row in rows])
    p = 0.3**sizes * 0.7 ** (n - sizes)
    without = np.array([0 not in row for row in rows])
    labels, _ = equitable_classes(Marked(tuple(rows), p, np.where(without, p / 0.7, 0.0)))
    assert labels.max() + 1 == 2 * n


def test_batches_that_all_differ_are_classes_of_their_own() -> None:
    rows = (("a",), ("a", "b"), ("b", "b"))
    labels, missing = equitable_classes(Marked(rows, np.array([0.2, 0.3, 0.5]), np.full(3, 1 / 3)))
    assert sorted(labels.tolist()) == [0, 1, 2]
    assert missing.tolist() == [[0, 0, 1], [1, 0, 1], [2, 1, 0]]


def test_too_many_kinds_of_batches_are_refused() -> None:
    rows = tuple((i,) for i in range(5000))
    p = np.arange(1.0, 5001.0) / 12502500.0
    with pytest.raises(CannotAnswer, match="different kinds of batches are compared with each other"):
        equitable_classes(Marked(rows, p, p))
