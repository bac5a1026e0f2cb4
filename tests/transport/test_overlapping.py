"""Overlapping mixtures of laws of any kind (B18 section 3)."""

from __future__ import annotations

import math

import numpy as np
import pytest

from tightdp.mechanisms import EpsilonDelta, Gaussian
from tightdp.pairs.spliced import Spliced
from tightdp.relations import Change
from tightdp.schemes import AbstractScheme, BatchTable, Poisson, WithoutReplacement, WithReplacement
from tightdp.transport.overlapping import overlapping, overlapping_pair
from tightdp.transport.own_laws import transport_problem
from twins.own_tables import tabulated

MECHANISM = Gaussian(1.0, substitution_sensitivity=1.0)


@pytest.mark.parametrize(
    ("scheme", "change", "eta", "levels"),
    [
        (Poisson(0.3), Change(removed=1), 0.3, {1.0: 1.0}),
        (WithoutReplacement(4, 2), Change(substituted=1), 0.5, {1.0: 1.0}),
        (WithReplacement(3, 2), Change(substituted=1), 5 / 9, {1.0: 4 / 5, 2.0: 1 / 5}),
        (WithReplacement(3, 2), Change(removed=1), 5 / 9, {1.0: 4 / 5, 2.0: 1 / 5}),
    ],
    ids=["T8", "T9", "T10", "T11"],
)
def test_table_1_from_tables(scheme: AbstractScheme, change: Change, eta: float, levels: dict[float, float]) -> None:
    """Every eta and every weight of B18's Theorems 8 to 11, found by coupling."""
    found = overlapping(transport_problem(MECHANISM, tabulated(scheme, change).laws_of(change)))
    assert found.eta == pytest.approx(eta, rel=1e-12)
    assert found.to_shared == pytest.approx(levels, rel=1e-12)
    assert found.is_plain
    assert found.is_one_sided == (change.substituted == 0)
    assert found.incompatible == ()


def test_poisson_under_substitution_has_two_sums() -> None:
    """Theory 1.10 a, with distances 1 and 2."""
    mechanism = EpsilonDelta(0.8, 0.01, unit="add-remove")
    table = tabulated(Poisson(0.3), Change(substituted=1)).laws_of(Change(substituted=1))
    problem = transport_problem(mechanism, table)
    found = overlapping(problem)
    assert found.to_shared == pytest.approx({1.0: 1.0})
    assert found.to_other == pytest.approx({2.0: 1.0})
    epsilons = np.array([0.0, 0.5, 1.0])
    share = np.array([1.0, (1 + 0.3 * math.expm1(0.5)) / math.exp(0.5), (1 + 0.3 * math.expm1(1.0)) / math.e])
    one, two = (mechanism.group_pair(k, "add-remove").hockey_stick(epsilons) for k in (1, 2))
    wanted = 0.3 * ((1 - share) * one + share * two)
    assert np.allclose(found.profile(problem.reach, epsilons), wanted, rtol=1e-12)
    pair = overlapping_pair(problem, found, overlapping(problem.swapped()))
    arrived = np.log1p(0.3 * np.expm1(epsilons))
    assert np.allclose(pair.hockey_stick(arrived), wanted, rtol=1e-3)
    assert bool(np.all(pair.hockey_stick(arrived) >= wanted * (1.0 - 1e-9)))


def test_plain_sums_are_spliced() -> None:
    table = tabulated(WithoutReplacement(4, 2), Change(substituted=1)).laws_of(Change(substituted=1))
    problem = transport_problem(MECHANISM, table)
    found = overlapping(problem)
    assert isinstance(overlapping_pair(problem, found, found), Spliced)


def test_equal_and_disjoint_laws() -> None:
    same = overlapping(transport_problem(MECHANISM, BatchTable({("a",): 1}, {("a",): 1})))
    assert same.eta == 0.0
    assert same.to_other == {0.0: 1.0}
    apart = overlapping(transport_problem(MECHANISM, BatchTable({("a",): 1}, {("b",): 1})))
    assert apart.eta == 1.0
    assert apart.to_shared == apart.to_other == {1.0: 1.0}


def test_incompatible_mixtures_carry_their_certificate() -> None:
    """B18's counter-example: sizes of batches with and without the record have different laws."""
    mechanism = EpsilonDelta(0.8, unit="substitute")
    table = tabulated(Poisson(0.3), Change(substituted=1)).laws_of(Change(substituted=1))
    found = overlapping(transport_problem(mechanism, table))
    assert found.incompatible
    first = found.incompatible[0]
    assert first.mass > first.room
    names = table.classes.names
    sizes = [{names[i].count(",") + (names[i] != "{}") for i in some} for some in (first.batches, first.closest)]
    assert sizes[1] <= sizes[0]  # closest batches have the same size
