"""The exact worst case of one step at one order."""

from __future__ import annotations

import math
from itertools import product

import numpy as np
import pytest

from tightdp.mechanisms import AbstractMechanism, EpsilonDelta, Gaussian, Laplace, RandomizedResponse
from tightdp.relations import Change
from tightdp.schemes import AbstractScheme, BatchTable, BatchTypes, Poisson, WithoutReplacement, WithReplacement
from tightdp.transport.own_laws import dominate_laws, transport_problem
from tightdp.transport.sharpest import sharpest
from twins.own_tables import tabulated

CELLS = [
    (Poisson(0.3), Change(removed=1)),
    (Poisson(0.2), Change(removed=2, inserted=1)),
    (Poisson(0.3), Change(substituted=1)),
    (WithoutReplacement(4, 2), Change(substituted=1)),
    (WithReplacement(3, 2), Change(removed=1)),
]
MECHANISMS = [Gaussian(1.0), Laplace(1.0), RandomizedResponse(0.8), EpsilonDelta(0.8, 0.05)]


@pytest.mark.parametrize("mechanism", MECHANISMS, ids=lambda m: type(m).__name__)
@pytest.mark.parametrize(("scheme", "change"), CELLS, ids=str)
def test_both_ends_meet_below_every_dominating_pair(
    mechanism: AbstractMechanism, scheme: AbstractScheme, change: Change
) -> None:
    table = tabulated(scheme, change).laws_of(change)
    problem = transport_problem(mechanism, table)
    for epsilon in (-0.6, 0.0, 0.4, 1.1):
        found = sharpest(problem, epsilon)
        assert 0.0 <= found.upper - found.lower <= 1e-9
        for one in dominate_laws(mechanism, table, "tightest"):
            value = float(one.pair.hockey_stick(np.array([epsilon]))[0])
            assert value >= found.lower - 1e-12
            assert not one.tight or value <= found.upper + 1e-12


def test_balles_counter_example_is_solved_exactly() -> None:
    """Theory 1.10 b, S only: the exhaustive truth of RR(.8) under Poisson(.3), n = 3."""
    change, gamma = Change(substituted=1), 0.3
    mechanism = EpsilonDelta(math.log(4.0), unit="substitute")
    table = tabulated(Poisson(gamma), change).laws_of(change)
    epsilon = math.log1p(gamma * math.expm1(0.8))
    found = sharpest(transport_problem(mechanism, table), epsilon)
    assert found.upper == pytest.approx(0.1316891766, abs=1e-9)
    pairs = [one.pair.hockey_stick(np.array([epsilon]))[0] for one in dominate_laws(mechanism, table, "tightest")]
    assert found.upper < min(pairs) < 0.1381


def test_randomised_response_by_exhaustive_search() -> None:
    rng, truth, alpha = np.random.default_rng(5), 0.75, math.exp(0.3)
    p, q = rng.dirichlet(np.ones(6)), rng.dirichlet(np.ones(6))
    table = BatchTable({(i,): w for i, w in enumerate(p)}, {(i,): w for i, w in enumerate(q)})
    best = 0.0
    for bits in product([0.0, 1.0], repeat=6):
        told = np.where(np.array(bits) == 1.0, truth, 1.0 - truth)
        best = max(best, max((p - alpha * q) @ told, 0.0) + max((p - alpha * q) @ (1.0 - told), 0.0))
    found = sharpest(transport_problem(RandomizedResponse(truth), table), 0.3)
    assert found.upper == pytest.approx(best, abs=1e-11)


def test_laplace_by_search_over_shifts() -> None:
    """Three batches in a triangle of sides 1, 1, 2: a grid of functions never exceeds, and comes close."""
    table = BatchTable({("a",): 0.6, ("a", "b"): 0.4}, {(): 0.7, ("a", "b"): 0.3})
    found = sharpest(transport_problem(Laplace(1.0), table), 0.2)
    p, q = np.array([0.6, 0.4, 0.0]), np.array([0.0, 0.3, 0.7])
    best = 0.0
    for g, h, t in product(np.linspace(-1.0, 1.0, 21), np.linspace(-2.0, 2.0, 41), np.linspace(-3.0, 3.0, 61)):
        if abs(h) <= 1.0 and abs(g - h) <= 2.0:
            z = t - np.array([0.0, g, h])
            half = 0.5 * np.exp(-np.abs(z))
            tail = np.abs((z < 0.0) - half)
            best = max(best, math.fsum(((p - math.exp(0.2) * q) * tail).tolist()))
    assert best <= found.upper + 1e-12
    assert best >= found.lower - 2e-3


def test_tests_extend_to_types_that_never_occur() -> None:
    one = Change(removed=1)
    laws = BatchTypes({"a": 1.0}, {"b": 1.0}, {("a", "m"): one, ("m", "b"): one})
    problem = transport_problem(Gaussian(1.0), laws)
    found = sharpest(problem, 0.3)
    assert found.tests[2] >= found.tests[0] - 1e-12 or found.tests[2] <= 1.0
    wanted = Gaussian(1.0).group_pair(2, "add-remove").hockey_stick(np.array([0.3]))[0]
    assert found.upper == pytest.approx(wanted, abs=1e-9)


def test_incomparable_batches_are_told_apart() -> None:
    found = sharpest(transport_problem(Gaussian(1.0), BatchTypes({"a": 1.0}, {"b": 1.0}, {})), 0.5)
    assert (found.lower, found.upper) == (1.0, 1.0)


def test_far_below_zero_everything_counts() -> None:
    found = sharpest(transport_problem(Gaussian(1.0), BatchTypes({"a": 1.0}, {"a": 1.0}, {})), -2.0)
    assert found.lower == found.upper == pytest.approx(-math.expm1(-2.0))
