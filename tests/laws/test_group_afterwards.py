"""A group by a chain of one-record changes: valid for any chain, between what is attained and what comes afterwards."""

from __future__ import annotations

import math
from itertools import pairwise

import numpy as np
import pytest

from tightdp import (
    AddRemove,
    EpsilonDelta,
    Gaussian,
    Laplace,
    Poisson,
    RandomizedResponse,
    Step,
    Substitute,
    WithoutReplacement,
    WithReplacement,
    account,
    renyi_account,
)
from tightdp.accounting.single_record import single_record
from tightdp.baselines import group_epsilon, post_hoc_group_rdp
from tightdp.divergences.group_profile import group_delta
from tightdp.divergences.weak_triangle import chain_divergence
from tightdp.numerics.log_domain import log_sum
from tightdp.pairs.pair import Array
from tightdp.relations import AbstractRelation

ORDERS = [0.3, 1.0, 1.01, 1.5, 2.0, 2.5, 3.0, 8.0, 40.0, 1e3, math.inf]


def divergence(p: Array, q: Array, orders: Array) -> Array:
    """``R_a`` of two laws on the same few outcomes."""
    return log_sum(np.log(p)[:, None] * orders + np.log(q)[:, None] * (1.0 - orders)) / (orders - 1.0)


def hockey_stick(p: Array, q: Array, epsilon: float) -> float:
    return float(np.maximum(p - math.exp(epsilon) * q, 0.0).sum())


def test_two_data_sets_in_between() -> None:
    """Any chain of laws: the ends are no further apart than the theorems say of the links."""
    rng = np.random.default_rng(4)
    orders = np.array([1.05, 1.5, 2.0, 3.7, 11.0])
    for links in (2, 3, 5):
        for _ in range(50):
            laws = rng.dirichlet(np.full(4, 2.0), links + 1)
            pairs = list(pairwise(laws))

            def largest(at: Array, pairs: list[tuple[Array, Array]] = pairs) -> Array:
                return np.max([divergence(p, q, at) for p, q in pairs], axis=0)

            whole = divergence(laws[0], laws[-1], orders)
            for exponent in (1.2, 1.5, 2.0, 3.0):
                assert np.all(whole <= chain_divergence(largest, links, orders, exponent) * (1.0 + 1e-12))
            for epsilon in (0.0, 0.3, 1.0):

                def profile(part: float, pairs: list[tuple[Array, Array]] = pairs) -> float:
                    return max(hockey_stick(p, q, part) for p, q in pairs)

                assert hockey_stick(laws[0], laws[-1], epsilon) <= group_delta(profile, links, epsilon) + 1e-15


CASES: list[tuple[Step, AbstractRelation]] = [
    (Step(Gaussian(2.0), WithoutReplacement(1000, 20)), Substitute(2)),
    (Step(Gaussian(30.0), WithoutReplacement(1000, 500)), Substitute(3)),
    (Step(Laplace(5.0), WithoutReplacement(1000, 500)), Substitute(2)),
    (Step(Laplace(5.0), WithReplacement(200, 2)), Substitute(2)),
    (Step(EpsilonDelta(0.5), Poisson(0.1)), Substitute(2)),
    (Step(EpsilonDelta(0.5), Poisson(0.1)), AddRemove(3)),
    (Step(EpsilonDelta(0.5), WithoutReplacement(50, 5)), AddRemove(2)),
    (Step(RandomizedResponse(0.6, categories=5), WithReplacement(50, 10)), Substitute(2)),
]


@pytest.mark.parametrize(("step", "relation"), CASES, ids=str)
def test_divergences(step: Step, relation: AbstractRelation) -> None:
    """Between what is attained and group privacy afterwards, and not falling with the order."""
    curve = renyi_account(step, relation).curve(ORDERS)
    assert np.all(curve.lower <= curve.upper)
    assert np.all(curve.upper[1:] >= curve.upper[:-1] * (1.0 - 1e-9))
    finite = [order for order in ORDERS if 1.0 < order < math.inf]
    afterwards = post_hoc_group_rdp(step, relation, finite)
    assert np.all(renyi_account(step, relation).curve(finite).upper <= afterwards * (1.0 + 1e-9))


@pytest.mark.parametrize(("step", "relation"), CASES, ids=str)
def test_losses(step: Step, relation: AbstractRelation) -> None:
    run = 5 * step
    one = account(*single_record(run, relation), rtol=0.03)
    found = account(run, relation).epsilon(1e-6)
    afterwards = group_epsilon(lambda d: one.epsilon(d).upper, lambda e: one.delta(e).upper, relation.group_size, 1e-6)
    assert found.lower <= found.upper <= afterwards * (1.0 + 1e-9)


def test_what_the_chain_wins() -> None:
    """Cases in which the group's own pairs are far above the chain."""
    fixed = renyi_account(Step(Gaussian(30.0), WithoutReplacement(1000, 500)), Substitute(3))
    assert fixed.divergence(40.0).upper == pytest.approx(0.2556, rel=1e-3)  # 0.644 by the pairs
    assert "M17/P11" in fixed.because.theorems
    box = account(5 * Step(EpsilonDelta(0.5, 1e-7), Poisson(0.1)), Substitute(2))
    assert box.epsilon(1e-5).upper == pytest.approx(0.6286, rel=1e-3)  # 0.865 by the pairs
    assert "GP" in box.because.theorems
    rate = box.trade_off([0.01])[0]
    assert 0.9820 <= rate.lower <= rate.upper


def test_tight_answers_ask_no_chain() -> None:
    for answer in (
        renyi_account(Step(Gaussian(1.0), Poisson(0.1)), AddRemove(4)),
        account(3 * Step(Gaussian(1.0), Poisson(0.1)), AddRemove(4)),
        renyi_account(Step(RandomizedResponse(0.7), Poisson(0.1)), Substitute(2)),
    ):
        assert not {"M17/P11", "GP"} & set(answer.because.theorems)
