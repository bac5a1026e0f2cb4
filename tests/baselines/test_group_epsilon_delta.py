from __future__ import annotations

import math

import pytest

from golden.golden_records import Record, chosen, named, theory
from golden.test_one_step_s24 import change_of, mechanism_of, scheme_of
from tightdp import AddRemove, FullBatch, Gaussian, Poisson, Remove, Step, account
from tightdp.baselines import (
    group_delta,
    group_epsilon,
    group_epsilon_delta,
    simple_group_delta,
    simple_group_epsilon,
)
from tightdp.relations import Change

STORED = chosen("s24", quantity="hockey_stick", method=("posthoc_group_simple", "posthoc_group_improved"))


@pytest.mark.parametrize("record", STORED, ids=named)
def test_stored_values(record: Record) -> None:
    """One record's profile under Poisson sampling, converted to the group."""
    assert change_of(record) == Change(removed=record["relation"]["group_size"])
    one = account(Step(mechanism_of(record), scheme_of(record)), AddRemove())
    form = simple_group_delta if record["method"].endswith("simple") else group_delta
    size, epsilon = record["relation"]["group_size"], record["epsilon"]
    value = form(lambda part: one.delta(part).upper, size, epsilon)
    assert value == pytest.approx(min(1.0, record["value"]), rel=1e-8, abs=0.0)


def test_groups_of_three_without_sampling() -> None:
    """Theory 1.7: the black-box bound of three records of Gaussian noise."""
    _, bound = theory("balle.group.gaussian.k3")
    one = account(Step(Gaussian(2.0), FullBatch()), AddRemove())
    assert group_delta(lambda part: one.delta(part).upper, 3, 1.0) == pytest.approx(bound, rel=1e-8)


def test_one_guarantee() -> None:
    assert group_epsilon_delta(0.5, 1e-6, 1) == (0.5, pytest.approx(1e-6))
    epsilon, delta = group_epsilon_delta(0.5, 1e-6, 3)
    assert epsilon == 1.5
    assert delta == pytest.approx(1e-6 * (1.0 + math.exp(0.5) + math.exp(1.0)))
    assert group_epsilon_delta(0.0, 1e-6, 3) == (0.0, pytest.approx(3e-6))
    assert group_epsilon_delta(1e3, 1e-6, 3) == (3e3, 1.0)
    assert group_epsilon_delta(1.0, 0.0, 3) == (3.0, 0.0)


def test_epsilon_at_a_delta() -> None:
    step = Step(Gaussian(2.0), Poisson(0.05))
    one, group = account(step, AddRemove()), account(step, Remove(2))
    found = [
        least(lambda d: one.epsilon(d).upper, lambda e: one.delta(e).upper, 2, 1e-5)
        for least in (group_epsilon, simple_group_epsilon)
    ]
    assert group.epsilon(1e-5).lower <= found[0] <= found[1]
    assert group_delta(lambda e: one.delta(e).upper, 2, found[0]) <= 1e-5
    assert group_delta(lambda e: one.delta(e).upper, 2, found[0] * 0.995) > 1e-5
