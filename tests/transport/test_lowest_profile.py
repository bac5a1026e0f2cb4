"""Several bounds on one step as one pair."""

from __future__ import annotations

import numpy as np
import pytest

from tightdp import Remove, Step, account
from tightdp.divergences.renyi import renyi_of
from tightdp.errors import InvalidInput
from tightdp.mechanisms import AbstractMechanism, EpsilonDelta, Gaussian, Laplace, RandomizedResponse
from tightdp.pairs.swapped import swap
from tightdp.relations import Change
from tightdp.schemes import BatchTypes, OwnScheme, WithoutReplacement, WithReplacement
from tightdp.transport import dominate
from tightdp.transport.lowest_profile import lowest_pair
from tightdp.transport.own_laws import dominate_laws, transport_problem
from tightdp.transport.sharpest import sharpest
from twins.own_tables import tabulated

EPSILONS = np.linspace(-1.2, 1.2, 7)
GROUP = Change(removed=2, inserted=1)


@pytest.mark.parametrize(
    ("mechanism", "exact_orders"),
    [(Laplace(1.5), 0), (Laplace(1.5), 4), (EpsilonDelta(0.5, 1e-3), 16)],
    ids=["laplace", "laplace-4", "black-box-16"],
)
def test_the_hull_is_between_the_exact_worst_case_and_every_bound(
    mechanism: AbstractMechanism, exact_orders: int
) -> None:
    table = tabulated(WithoutReplacement(5, 2), GROUP).laws_of(GROUP)
    problem = transport_problem(mechanism, table)
    pairs = tuple(one.pair for one in dominate_laws(mechanism, table, "tightest"))
    hull = lowest_pair(pairs, problem, exact_orders)
    values = hull.hockey_stick(EPSILONS)
    smallest = np.min([pair.hockey_stick(EPSILONS) for pair in pairs], axis=0)
    assert bool(np.all(values <= smallest * (1.0 + 1e-3) + 1e-12))
    exact = np.array([sharpest(problem, float(epsilon)).lower for epsilon in EPSILONS])
    assert bool(np.all(values >= exact - 1e-10))
    assert not exact_orders or values.sum() < smallest.sum() - 1e-4
    backwards = swap(hull).hockey_stick(EPSILONS)
    assert np.allclose(backwards, 1.0 - np.exp(EPSILONS) + np.exp(EPSILONS) * hull.hockey_stick(-EPSILONS), atol=1e-9)


def test_exact_values_make_a_composed_epsilon_smaller() -> None:
    """A run that has no attained pair: groups with replacement."""
    change = Change(substituted=1)
    laws = tabulated(WithReplacement(3, 2), change).laws_of(change)
    mechanism = EpsilonDelta(0.5, 1e-6)
    found = [dominate(mechanism, OwnScheme({change: laws}, exact_orders=n), change)[-1] for n in (0, 8)]
    assert [one.theorem for one in found] == ["SUP", "SHARP"]
    assert found[1].distance.endswith("and the exact worst case at 8 eps")
    at = np.array([0.2])
    assert found[1].pair.hockey_stick(at)[0] < found[0].pair.hockey_stick(at)[0] - 1e-4


def test_attained_pairs_need_no_hull() -> None:
    one = Change(removed=1)
    laws = BatchTypes({"0": 0.9, "1": 0.1}, {"0": 1.0}, {("1", "0"): one})
    answer = account(Step(RandomizedResponse(0.8), OwnScheme({one: laws}, exact_orders=10)), Remove())
    assert answer.because.theorems == ("S24/T3.4",)


@pytest.mark.parametrize("count", [-1, 0.5, True])
def test_exact_orders_are_a_whole_number(count: object) -> None:
    laws = BatchTypes({"0": 1.0}, {"0": 1.0}, {})
    with pytest.raises(InvalidInput, match="exact_orders must be a whole number >= 0"):
        OwnScheme({Change(removed=1): laws}, exact_orders=count)  # type: ignore[arg-type]


def test_losses_rarer_than_all_floats_are_not_forgotten() -> None:
    """A Rényi divergence of high order is decided by them: the hull must not be below what a witness attains."""
    change = Change(substituted=1)
    mechanism = Gaussian(0.3)
    found = dominate(mechanism, tabulated(WithReplacement(3, 3), change), change)
    orders = [2.0, 16.0, 64.0]
    attained = renyi_of(found[0].witnesses[0], orders).lower
    for one in found:
        assert bool(np.all(renyi_of(one.pair, orders).upper >= attained)), one.theorem
