"""Functions of the batch that mechanisms may release."""

from __future__ import annotations

import numpy as np
import pytest

from tightdp.mechanisms import DiscreteLaplace, EpsilonDelta, Gaussian, RandomizedResponse
from tightdp.relations import Change
from tightdp.schemes import BatchTable, Poisson, WithoutReplacement
from tightdp.transport.own_laws import transport_problem
from tightdp.transport.worst_functions import attained_pairs, membership, worst_functions
from twins.own_tables import tabulated

EPSILONS = np.linspace(-2.0, 2.0, 9)


def test_poisson_sums_count_both_kinds_of_records() -> None:
    """S24: +1 on removed, -1 on inserted records."""
    change = Change(removed=2, inserted=1)
    problem = transport_problem(Gaussian(1.0), tabulated(Poisson(0.25), change).laws_of(change))
    (found,) = worst_functions(problem)
    assert set(found.values.tolist()) == {-1.0, 0.0, 1.0, 2.0}
    assert dict(found.masses.q) == pytest.approx({0.0: 0.75, 1.0: 0.25})


def test_replaced_records_pull_one_way_or_both_by_half() -> None:
    change = Change(substituted=1)
    table = tabulated(WithoutReplacement(4, 2), change).laws_of(change)
    found = worst_functions(transport_problem(Gaussian(1.0), table))
    assert [sorted(set(one.values.tolist())) for one in found] == [[0.0, 2.0], [-2.0, 0.0], [-1.0, 0.0, 1.0]]
    whole = worst_functions(transport_problem(DiscreteLaplace(1.0, 1), table))
    assert [sorted(set(one.values.tolist())) for one in whole] == [[0.0, 1.0], [-1.0, 0.0]]


def test_every_function_keeps_to_the_distances() -> None:
    change = Change(removed=1, inserted=2)
    for scheme in (Poisson(0.3), WithoutReplacement(5, 2)):
        problem = transport_problem(Gaussian(1.0, 0.7), tabulated(scheme, change).laws_of(change))
        for one in worst_functions(problem):
            gaps = np.abs(one.values[:, None] - one.values[None, :])
            assert bool(np.all(gaps <= problem.distances + 1e-12))


def test_membership_events() -> None:
    change = Change(substituted=1)
    problem = transport_problem(EpsilonDelta(1.0), tabulated(Poisson(0.3), change).laws_of(change))
    assert [pytest.approx(both) for both in membership(problem)] == [(0.3, 0.0), (0.0, 0.3)]
    likelier = BatchTable({("a",): 0.7, ("b",): 0.3}, {("a",): 0.2, ("b",): 0.8})
    assert membership(transport_problem(EpsilonDelta(1.0), likelier)) == ((0.7, 0.2),)


def test_the_pair_of_an_event_that_both_may_give() -> None:
    """Randomised response about an event of probability 0.7 under x and 0.2 under x'."""
    table = BatchTable({("a",): 0.7, ("b",): 0.3}, {("a",): 0.2, ("b",): 0.8})
    (pair,) = attained_pairs(transport_problem(RandomizedResponse(0.9), table))
    shown = [[w * 0.9 + (1 - w) * 0.1, w * 0.1 + (1 - w) * 0.9] for w in (0.7, 0.2)]
    wanted = [sum(max(a - np.exp(e) * b, 0.0) for a, b in zip(*shown, strict=True)) for e in EPSILONS]
    assert np.allclose(pair.hockey_stick(EPSILONS), wanted)


@pytest.mark.parametrize("mechanism", [Gaussian(1.0), EpsilonDelta(1.0)], ids=["gaussian", "black-box"])
def test_equal_laws_reveal_nothing(mechanism: Gaussian | EpsilonDelta) -> None:
    table = BatchTable({("a",): 0.5, ("b",): 0.5}, {("a",): 0.5, ("b",): 0.5})
    assert all(pair.is_trivial for pair in attained_pairs(transport_problem(mechanism, table)))


def test_laws_that_cannot_be_compared_are_told_apart() -> None:
    table = BatchTable({("a",): 1.0}, {("a", "b"): 1.0})
    problem = transport_problem(EpsilonDelta(1.0, unit="substitute"), table)
    assert membership(problem) == ((1.0, 0.0), (0.0, 1.0))
    assert worst_functions(problem)


def test_functions_off_every_lattice_are_cut_off_at_one_step() -> None:
    """Distances 1 and 1.31415926 have no common step: what is attained must not be rounded up."""
    table = BatchTable(
        {("a",): 0.5, ("a", "r"): 0.3, ("b", "c", "r"): 0.2},
        {("a",): 1.0},
    )
    problem = transport_problem(Gaussian(1.0, 0.31415926), table)
    found = worst_functions(problem)
    assert sorted(set(found[0].values.tolist())) == [0.0, 1.0]
