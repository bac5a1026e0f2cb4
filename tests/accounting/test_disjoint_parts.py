"""Disjoint parts: the largest answer, not the sum."""

from __future__ import annotations

import pytest

from tightdp import (
    AddRemove,
    DisjointParts,
    EpsilonDelta,
    FullBatch,
    Gaussian,
    Poisson,
    Step,
    Substitute,
    account,
)
from tightdp.errors import CannotAnswer, InvalidInput

ROUND = 500 * Step(Gaussian(1.0), Poisson(0.01))


def test_two_clients_with_data_of_their_own() -> None:
    """F5: 1.82824 for each client's two rounds, and for both clients together."""
    client = account(ROUND + ROUND, AddRemove())
    both = DisjointParts((client, client))
    assert both.epsilon(1e-5) == client.epsilon(1e-5)
    assert both.epsilon(1e-5).upper == pytest.approx(1.82824, rel=1e-3)
    assert both.delta(1.0) == client.delta(1.0)


def test_the_largest_part_decides() -> None:
    """H9: 0.3 and 0.5 give 0.5."""
    parts = [account(Step(EpsilonDelta(epsilon), FullBatch()), AddRemove()) for epsilon in (0.3, 0.5)]
    assert DisjointParts(tuple(parts)).epsilon(0.0).upper == pytest.approx(0.5)


def test_what_is_refused() -> None:
    with pytest.raises(InvalidInput, match=r"answers must be answers of account\(\), at least one, got \(\)"):
        DisjointParts(())
    with pytest.raises(InvalidInput, match=r"answers must be answers of account\(\), at least one, got \(1,\)"):
        DisjointParts((1,))  # type: ignore[arg-type]
    one, other = account(ROUND, AddRemove()), account(ROUND, AddRemove(2))
    with pytest.raises(InvalidInput, match="answers must be under the same relation"):
        DisjointParts((one, other))
    with pytest.raises(CannotAnswer, match="disjoint parts for groups of 2: a group's records may"):
        DisjointParts((other, other))
    replaced = account(ROUND, Substitute())
    with pytest.raises(CannotAnswer, match="disjoint parts under substitution: a record may be"):
        DisjointParts((replaced,))
