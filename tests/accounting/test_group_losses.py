from __future__ import annotations

import math

import pytest

from tightdp.accounting.group_losses import GroupLosses
from tightdp.accounting.loss_program import NoLoss, loss_program
from tightdp.mechanisms.epsilon_delta_group import canonical_pair

ONE = loss_program(((canonical_pair(0.5, 1e-6), 1),))
LOOSE = loss_program(((canonical_pair(3.0, 1e-6), 1),))
CLOSE = loss_program(((canonical_pair(0.6, 1e-6), 1),))


def test_the_chain_wins_where_the_pairs_are_loose() -> None:
    group = GroupLosses((LOOSE,), ((ONE,),), 2)
    found = group.epsilon(1e-5, 1e-3).bound
    assert (found.lower, found.upper) == (0.0, pytest.approx(1.0, rel=2e-3))
    assert group.delta(1.0, 1e-3).bound.upper == pytest.approx(1e-6 * (1.0 + math.exp(0.5)))
    assert group.glance(1.0, 1e-3) == group.delta(1.0, 1e-3)
    assert group.delta(1.0, 1e-3).bound.upper < LOOSE.delta(1.0, 1e-3).bound.upper
    rate = group.false_negative_rate(0.1, 1e-3)
    once = ONE.false_negative_rate(0.1, 1e-3).lower
    assert rate.lower == pytest.approx(ONE.false_negative_rate(1.0 - once, 1e-3).lower)
    assert rate.lower > LOOSE.false_negative_rate(0.1, 1e-3).lower


def test_the_pairs_win_where_they_are_close() -> None:
    group = GroupLosses((LOOSE, CLOSE), ((ONE,),), 2)
    assert group.epsilon(1e-5, 1e-3) == CLOSE.epsilon(1e-5, 1e-3)
    assert group.delta(0.4, 1e-3) == CLOSE.delta(0.4, 1e-3)
    assert group.glance(0.4, 1e-3) == CLOSE.delta(0.4, 1e-3)
    assert group.is_at_most(0.6, 2e-6)
    assert not group.is_at_most(0.1, 2e-6)
    assert group.infinite == pytest.approx(1e-6)


def test_the_ends_of_the_range() -> None:
    pure = loss_program(((canonical_pair(0.5, 0.0), 1),))
    group = GroupLosses((loss_program(((canonical_pair(3.0, 0.0), 1),)),), ((pure,),), 2)
    assert group.epsilon(0.0, 1e-3).bound.upper == pytest.approx(1.0)
    assert GroupLosses((LOOSE,), ((ONE,),), 2).delta(math.inf, 1e-3).bound.upper == pytest.approx(1e-6)
    assert GroupLosses((LOOSE,), ((ONE,),), 2).epsilon(0.0, 1e-3).bound.upper == math.inf
    assert GroupLosses((NoLoss(),), ((ONE,),), 2).epsilon(1e-5, 1e-3).bound.upper == 0.0
