"""Order of bounds over the cast: what is tight, then what does not know the mechanism, then what comes afterwards."""

from __future__ import annotations

import numpy as np
import pytest

from tightdp import (
    AddRemove,
    EpsilonDelta,
    Gaussian,
    Insert,
    Laplace,
    Poisson,
    Program,
    RandomizedResponse,
    Remove,
    Step,
    Substitute,
    WithoutReplacement,
    renyi_account,
)
from tightdp.baselines import (
    compare,
    direct_transport_rdp,
    group_rdp,
    maximal_coupling_rdp,
    post_hoc_group_rdp,
    stable_group_rdp,
    wang_expansion_rdp,
    wang_rdp,
    wang_self_consistent_rdp,
    zhu_wang_rdp,
)
from tightdp.mechanisms import AbstractMechanism
from tightdp.relations import AbstractRelation

MECHANISMS = [
    Gaussian(0.5),
    Gaussian(2.0),
    Gaussian(30.0),
    Laplace(0.5),
    Laplace(5.0),
    RandomizedResponse(0.6),
    RandomizedResponse(0.95),
    EpsilonDelta(0.3),
]
RATES = [1e-4, 0.02, 0.5]
ORDERS = [2, 3, 8, 40]
SLACK = 1.0 + 1e-8
noise = pytest.mark.parametrize("mechanism", MECHANISMS, ids=str)


@noise
@pytest.mark.parametrize("rate", RATES)
@pytest.mark.parametrize("size", [1, 2, 3, 8])
def test_poisson_groups(mechanism: AbstractMechanism, rate: float, size: int) -> None:
    """tight <= mechanism-agnostic, tight <= group afterwards <= group from the classical bound."""
    step = Step(mechanism, Poisson(rate))
    for relation in (Remove(size), Insert(size)):
        tight = renyi_account(step, relation).curve(ORDERS).lower
        assert np.all(tight <= maximal_coupling_rdp(step, relation, ORDERS) * SLACK)
        assert np.all(tight <= direct_transport_rdp(step, relation, ORDERS) * SLACK)
        afterwards = post_hoc_group_rdp(step, relation, ORDERS)
        classical = group_rdp(lambda orders: zhu_wang_rdp(step, AddRemove(), orders), size, ORDERS)
        assert np.all(tight <= afterwards * SLACK)
        assert np.all(afterwards <= classical * SLACK)
        if size in {2, 8}:
            stable = stable_group_rdp(lambda orders: zhu_wang_rdp(step, AddRemove(), orders), size, ORDERS)
            assert np.all(tight <= stable * SLACK)


@pytest.mark.parametrize("truth", [0.55, 0.75, 0.95])
@pytest.mark.parametrize("size", [2, 3, 8])
def test_not_knowing_the_mechanism_beats_group_privacy_where_distances_do_not_matter(truth: float, size: int) -> None:
    for rate in RATES:
        step = Step(RandomizedResponse(truth), Poisson(rate))
        afterwards = group_rdp(lambda orders, step=step: zhu_wang_rdp(step, AddRemove(), orders), size, ORDERS)
        assert np.all(maximal_coupling_rdp(step, Remove(size), ORDERS) <= afterwards * SLACK)


def test_not_knowing_the_mechanism_is_no_better_than_group_privacy_in_general() -> None:
    """No order holds between the two: here the largest distance, which almost no batch has, decides."""
    step = Step(Gaussian(2.0), Poisson(0.02))
    afterwards = group_rdp(lambda orders: zhu_wang_rdp(step, AddRemove(), orders), 4, [2, 8])
    agnostic = maximal_coupling_rdp(step, Remove(4), [2, 8])
    assert agnostic[0] < afterwards[0]
    assert agnostic[1] > 400.0 * afterwards[1]
    assert np.all(renyi_account(step, Remove(4)).curve([2, 8]).lower <= np.minimum(agnostic, afterwards))


@noise
@pytest.mark.parametrize("batch", [1, 20, 500])
def test_without_replacement(mechanism: AbstractMechanism, batch: int) -> None:
    """tight <= Wang et al., for one record and for groups of it."""
    step = Step(mechanism, WithoutReplacement(1000, batch))
    tight = renyi_account(step, Substitute()).curve(ORDERS).upper
    for bound in (wang_rdp, wang_expansion_rdp, wang_self_consistent_rdp):
        assert np.all(tight <= bound(step, Substitute(), ORDERS) * SLACK)
    for size in (2, 3):
        group = renyi_account(step, Substitute(size)).curve(ORDERS).lower
        classical = group_rdp(lambda orders: wang_rdp(step, Substitute(), orders), size, ORDERS)
        assert np.all(group <= post_hoc_group_rdp(step, Substitute(size), ORDERS) * SLACK)
        assert np.all(group <= classical * SLACK)
        assert np.all(group <= direct_transport_rdp(step, Substitute(size), ORDERS) * SLACK)


RUNS: list[tuple[Program, AbstractRelation]] = [
    (300 * Step(Gaussian(1.0), Poisson(0.02)), AddRemove()),
    (30 * Step(Laplace(2.0), Poisson(0.05)), AddRemove(2)),
    (40 * Step(RandomizedResponse(0.7), Poisson(0.1)), Remove(4)),
    (40 * Step(Gaussian(4.0), WithoutReplacement(200, 10)), Substitute()),
    (20 * Step(Gaussian(3.0), WithoutReplacement(200, 10)), AddRemove(2)),
]


@pytest.mark.parametrize(("run", "relation"), RUNS, ids=["gaussian", "laplace", "response", "replaced", "fixed"])
def test_no_epsilon_is_below_what_is_attained_and_losses_are_below_divergences(
    run: Program, relation: AbstractRelation
) -> None:
    found = compare(run, relation, 1e-6, rtol=0.01)
    assert found.answer.epsilon is not None
    for row in found.applicable:
        assert row.epsilon is not None
        assert row.epsilon.upper >= found.answer.epsilon.lower * (1.0 - 1e-9), row
    (divergences,) = (row.epsilon for row in found.rows if row.name == "tightdp by Rényi divergences")
    assert divergences is not None
    assert found.answer.epsilon.lower <= divergences.upper


@pytest.mark.nightly
@noise
@pytest.mark.parametrize("rate", [1e-6, 1e-3, 0.1, 0.9, 1.0])
@pytest.mark.parametrize("size", [1, 5, 16, 64])
def test_poisson_groups_thoroughly(mechanism: AbstractMechanism, rate: float, size: int) -> None:
    test_poisson_groups(mechanism, rate, size)
