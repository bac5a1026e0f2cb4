"""Schemes of the user's own."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from tightdp.errors import CannotAnswer, InvalidInput
from tightdp.relations import Change
from tightdp.schemes import BatchTable, BatchTypes, OwnScheme

ONE = Change(removed=1)
TYPES = BatchTypes({"0": 0.9, "1": 0.1}, {"0": 1.0}, {("1", "0"): ONE})
TABLE = BatchTable({(0, 1): Fraction(1, 2), (2,): Fraction(1, 2)}, {(0, 1): 1})


def test_the_reverse_of_a_change_is_known() -> None:
    scheme = OwnScheme({ONE: TYPES})
    assert scheme.laws_of(ONE) is TYPES
    assert scheme.laws_of(ONE.swapped()).classes.p.tolist() == [1.0, 0.0]


def test_changes_without_a_law_are_refused() -> None:
    with pytest.raises(CannotAnswer, match="no law of the batches was given for it"):
        OwnScheme({ONE: TYPES}).laws_of(Change(removed=2))
    with pytest.raises(CannotAnswer, match="known by the laws of its batches"):
        OwnScheme({ONE: TYPES}).law(ONE)


def test_tables_of_indices_are_drawn_from() -> None:
    scheme = OwnScheme({ONE: TABLE})
    drawn = [tuple(batch.tolist()) for batch in scheme.batches(3, 2000, np.random.default_rng(1))]
    assert set(drawn) == {(0, 1), (2,)}
    assert abs(drawn.count((2,)) - 1000) < 150
    assert scheme.allowed_sizes() == (3, 3)
    with pytest.raises(InvalidInput, match="dataset_size must be"):
        scheme.batches(4, 1, np.random.default_rng(1))


def test_a_sampler_draws() -> None:
    scheme = OwnScheme({ONE: TYPES}, sampler=lambda n, rng: rng.permutation(n)[:2])
    batch = next(scheme.batches(10**6, 1, np.random.default_rng(1)))
    assert batch.dtype == np.int64
    assert batch[0] < batch[1] < 10**6


@pytest.mark.parametrize("laws", [TYPES, BatchTable({("a",): 1}, {("b",): 1})], ids=["types", "names"])
def test_without_sampler_and_indices_nothing_is_drawn(laws: BatchTypes | BatchTable) -> None:
    with pytest.raises(CannotAnswer, match="it has no sampler, and no table whose labels are indices"):
        OwnScheme({ONE: laws}).batches(1, 1, np.random.default_rng(1))


@pytest.mark.parametrize("laws", [{}, TYPES])
def test_laws_are_a_mapping(laws: object) -> None:
    with pytest.raises(InvalidInput, match="laws must be a mapping from changes to batch laws"):
        OwnScheme(laws)  # type: ignore[arg-type]


def test_keys_are_changes_and_values_laws() -> None:
    with pytest.raises(InvalidInput, match="laws must be keyed by changes"):
        OwnScheme({1: TYPES})  # type: ignore[dict-item]
    with pytest.raises(InvalidInput, match="must be a BatchTable or BatchTypes"):
        OwnScheme({ONE: 0.5})  # type: ignore[dict-item]


def test_a_fingerprint_is_that_of_the_laws() -> None:
    rarer = BatchTypes({"0": 0.95, "1": 0.05}, {"0": 1.0}, {("1", "0"): ONE})
    farther = BatchTypes({"0": 0.9, "1": 0.1}, {"0": 1.0}, {("1", "0"): Change(removed=2)})
    again = BatchTypes({"0": 0.9, "1": 0.1}, {"0": 1.0}, {("1", "0"): ONE})
    first = OwnScheme({ONE: TYPES}).fingerprint
    assert first == OwnScheme({ONE: again}, sampler=lambda n, _: [n]).fingerprint == OwnScheme({ONE: TYPES}).fingerprint
    others = [OwnScheme({ONE: laws}).fingerprint for laws in (rarer, farther, TABLE)]
    others.append(OwnScheme({ONE: TYPES, Change(removed=2): TYPES}).fingerprint)
    assert len({first, *others}) == 5
