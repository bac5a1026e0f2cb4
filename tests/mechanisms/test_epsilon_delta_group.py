from __future__ import annotations

import math

import numpy as np
import pytest

from mechanisms.closeness import close
from tightdp.mechanisms.epsilon_delta_group import canonical_pair, group_canonical_pair
from twins.private_tables import chain

GUARANTEES = [
    (0.8, 0.05),
    (1.3, 0.0),
    (0.5, 0.3),
    (2.0, 0.6),
    (50.0, 0.0),
    (50.0, 1e-6),
    (50.0, 1e-25),
    (100.0, 1e-20),
    (1e-3, 1e-4),
    (17.4, 0.0),
]


@pytest.mark.parametrize(("epsilon", "delta"), [*GUARANTEES, (0.0, 0.0), (0.0, 0.2), (3.0, 1.0), (700.0, 0.5)])
def test_the_canonical_pair_has_the_profile_of_the_guarantee(epsilon: float, delta: float) -> None:
    pair = canonical_pair(epsilon, delta)
    for e in (0.0, 0.4 * epsilon, epsilon, 2.0 * epsilon + 1.0):
        known = delta + (1.0 - delta) * max(0.0, -math.expm1(e - epsilon)) / (1.0 + math.exp(-epsilon))
        assert pair.hockey_stick(np.array([e]))[0] == close(known, 1e-12, 1e-300)
    assert pair.hockey_stick(np.array([epsilon]))[0] == delta


@pytest.mark.parametrize("size", [1, 2, 3, 4, 5])
@pytest.mark.parametrize(("epsilon", "delta"), GUARANTEES)
def test_groups_are_as_far_apart_as_a_chain_of_records(epsilon: float, delta: float, size: int) -> None:
    """The chain in exact fractions attains the bound at every eps, so it can be neither smaller nor larger."""
    laws = chain(epsilon, delta, size)
    epsilons = epsilon * np.array([-2.5, -1.0, -0.3, 0.0, 0.4, 1.0, 1.7, 2.0, 2.4, 3.0, 4.9, 6.0])
    known = np.maximum(laws[-1] - np.exp(epsilons)[:, None] * laws[0], 0.0).sum(axis=1)
    found = group_canonical_pair(epsilon, delta, size).hockey_stick(epsilons)
    np.testing.assert_allclose(found, known, rtol=1e-11, atol=1e-15)


def test_tiny_epsilons_add_up() -> None:
    """Total variation of k records at eps = 1e-9: about k eps / 2, and not only to 1e-16."""
    for size in (2, 3, 7):
        pair = group_canonical_pair(1e-9, 0.0, size)
        assert pair.hockey_stick(np.zeros(1))[0] == close(0.5e-9 * size, 1e-8)
        assert pair.support.highest == close(1e-9 * size, 1e-9)
        assert pair.hockey_stick(np.array([1.01e-9 * size]))[0] == 0.0


@pytest.mark.parametrize(("epsilon", "delta"), [(0.0, 0.2), (0.3, 0.0), (0.3, 1.0), (1000.0, 0.0), (1000.0, 0.1)])
@pytest.mark.parametrize("size", [2, 3, 6])
def test_edges(epsilon: float, delta: float, size: int) -> None:
    at_zero = float(group_canonical_pair(epsilon, delta, size).hockey_stick(np.zeros(1))[0])
    tail = math.exp(-epsilon * (size // 2)) * (1.0 if size % 2 == 0 else 2.0 / (1.0 + math.exp(min(epsilon, 700.0))))
    least = min(1.0, size * delta) if epsilon == 0.0 else 1.0 if delta else 1.0 - tail
    assert at_zero == close(least, 1e-12)
    pure = group_canonical_pair(epsilon, delta, size).hockey_stick(np.array([size * epsilon * (1 + 1e-12)]))[0]
    assert pure == (0.0 if delta == 0.0 else at_zero)


def test_groups_of_many_records() -> None:
    """More records are never less; two hundred are told apart with certainty but for delta = 0."""
    at = np.array([0.0, 1.0, 5.0])
    rows = np.array([group_canonical_pair(0.1, 1e-9, size).hockey_stick(at) for size in (1, 2, 5, 20, 80, 200)])
    assert bool(np.all(np.diff(rows, axis=0) >= 0.0))
    assert group_canonical_pair(1.0, 1e-6, 200).hockey_stick(np.zeros(1))[0] == 1.0
