"""Couplings of two laws of batches."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tightdp.transport.couplings import (
    Coupling,
    Incompatible,
    cheapest_coupling,
    compatible_coupling,
    completed,
    maximal_coupling,
)

LINE = np.abs(np.subtract.outer(np.arange(4.0), np.arange(4.0)))


def laws(seed: int) -> tuple[np.ndarray, np.ndarray, np.random.Generator]:
    rng = np.random.default_rng(seed)
    return rng.dirichlet(np.ones(4)), rng.dirichlet(np.ones(4)), rng


def test_what_a_maximal_coupling_leaves() -> None:
    """B18 section 3: both laws are mixtures that overlap in their common part."""
    p, q = np.array([0.5, 0.3, 0.2, 0.0]), np.array([0.2, 0.3, 0.0, 0.5])
    mixture = maximal_coupling(p, q)
    assert mixture.eta == pytest.approx(0.5)
    assert mixture.shared.tolist() == pytest.approx([0.4, 0.6, 0.0, 0.0])
    assert ((1 - mixture.eta) * mixture.shared + mixture.eta * mixture.p_only).tolist() == pytest.approx(p.tolist())
    assert ((1 - mixture.eta) * mixture.shared + mixture.eta * mixture.q_only).tolist() == pytest.approx(q.tolist())


def test_equal_and_disjoint_laws() -> None:
    p = np.array([0.5, 0.5, 0.0])
    assert maximal_coupling(p, p).eta == 0.0
    apart = maximal_coupling(p, np.array([0.0, 0.0, 1.0]))
    assert apart.eta == 1.0
    assert not apart.shared.any()


def test_a_compatible_coupling_matches_closest_batches() -> None:
    found = compatible_coupling(np.array([0.0, 0.4, 0.6, 0.0]), np.array([0.4, 0.0, 0.0, 0.6]), LINE)
    assert isinstance(found, Coupling)
    assert found.joint[1, 0] == pytest.approx(0.4)
    assert found.joint[2, 3] == pytest.approx(0.6)


def test_halls_condition_is_the_certificate() -> None:
    found = compatible_coupling(np.array([0.0, 0.7, 0.3, 0.0]), np.array([0.4, 0.0, 0.0, 0.6]), LINE)
    assert isinstance(found, Incompatible)
    assert (found.batches, found.closest) == ((1,), (0,))
    assert (found.mass, found.room) == pytest.approx((0.7, 0.4))
    wanted = "b with probability 0.7 are closest to a with probability 0.4 only"
    assert found.words(("a", "b", "c", "d")) == wanted


def test_batches_that_compare_with_none_are_incompatible() -> None:
    found = compatible_coupling(
        np.array([1.0, 0.0]), np.array([0.0, 1.0]), np.array([[0.0, math.inf], [math.inf, 0.0]])
    )
    assert found == Incompatible((0,), (), 1.0, 0.0)
    assert isinstance(found, Incompatible)
    assert "closest to nothing" in found.words(("a", "b"))


@settings(max_examples=30)
@given(st.integers(0, 2**32 - 1))
def test_no_coupling_is_cheaper_than_a_compatible_one(seed: int) -> None:
    p, q, rng = laws(seed)
    between = rng.integers(1, 4, size=(4, 4)).astype(float)
    between = np.minimum(between, between.T)
    costs = between**2
    best = float((cheapest_coupling(p, q, costs).joint * costs).sum())
    found = compatible_coupling(p, q, between)
    if isinstance(found, Coupling):
        assert (found.joint * costs).sum() == pytest.approx(best, abs=1e-9)
    else:
        lone = between[:, q > 0.0].min(axis=1) ** 2
        assert best > float(p @ lone) - 1e-9


@settings(max_examples=30)
@given(st.integers(0, 2**32 - 1))
def test_the_cheapest_coupling_is_a_coupling(seed: int) -> None:
    p, q, rng = laws(seed)
    joint = cheapest_coupling(p, q, rng.random((4, 4))).joint
    assert np.allclose(joint.sum(axis=1), p, atol=1e-15)
    assert np.allclose(joint.sum(axis=0), q, atol=1e-15)
    assert bool((joint >= 0.0).all())


def test_a_single_batch_needs_no_program() -> None:
    joint = cheapest_coupling(np.array([1.0, 0.0]), np.array([0.5, 0.5]), np.ones((2, 2))).joint
    assert joint.tolist() == [[0.5, 0.5], [0.0, 0.0]]


def test_tables_are_filled_up_to_their_sums() -> None:
    p, q = np.array([0.5, 0.5]), np.array([0.25, 0.75])
    joint = completed(np.array([[0.3, 0.3], [0.0, 0.2]]), p, q)
    assert joint.sum(axis=1).tolist() == pytest.approx(p.tolist())
    assert joint.sum(axis=0).tolist() == pytest.approx(q.tolist())
    exact = np.array([[0.25, 0.25], [0.0, 0.5]])
    assert completed(exact, p, q).tolist() == exact.tolist()


def test_batches_too_rare_to_be_seen_are_not_taken_for_matched() -> None:
    """The second law has a batch of probability 1e-18 that is closest to nothing of the first."""
    p, q = np.array([1.0, 0.0, 0.0]), np.array([0.0, 1.0, 1e-18])
    between = np.array([[0.0, 1.0, 2.0], [1.0, 0.0, 3.0], [2.0, 3.0, 0.0]])
    found = compatible_coupling(p, q, between)
    assert isinstance(found, Incompatible)
    assert found.closest == (2,)
