"""Mechanisms that really lose what a lower end says."""

from __future__ import annotations

import math

import numpy as np
import pytest

from tightdp.errors import InvalidInput
from tightdp.mechanisms import EpsilonDelta, Gaussian, RandomizedResponse
from tightdp.relations import Change
from tightdp.schemes import Poisson, WithoutReplacement
from tightdp.transport.tightness import tightness
from tightdp.transport.witness import Witness
from twins.own_tables import tabulated

CHANGE = Change(removed=1)
MECHANISMS = [Gaussian(0.7), RandomizedResponse(0.8), EpsilonDelta(1.0, 0.1)]


def found(mechanism: Gaussian | RandomizedResponse | EpsilonDelta) -> Witness:
    return tightness(mechanism, tabulated(Poisson(0.5), CHANGE), CHANGE, 0.4).witness


@pytest.mark.parametrize("mechanism", MECHANISMS, ids=lambda m: type(m).__name__)
def test_the_test_on_its_losses_attains_its_delta(mechanism: Gaussian) -> None:
    """``P[L > eps] - e^eps Q[L > eps]`` over 40,000 runs of each kind."""
    witness, rng = found(mechanism), np.random.default_rng(3)
    shares = [float((witness.losses(witness.outputs(who, 40_000, rng)) > 0.4).mean()) for who in ("x", "other")]
    assert shares[0] - math.exp(0.4) * shares[1] == pytest.approx(witness.delta(0.4), abs=0.02)


@pytest.mark.parametrize("mechanism", MECHANISMS, ids=lambda m: type(m).__name__)
def test_it_runs_on_a_batch(mechanism: Gaussian) -> None:
    witness, rng = found(mechanism), np.random.default_rng(3)
    assert witness.value(["s0", "r0"]) != witness.value(["s0"])
    assert math.isfinite(witness.sample(["s0", "r0"], rng))
    with pytest.raises(InvalidInput, match="must be a batch of the table"):
        witness.sample(["unknown"], rng)


def test_deltas_at_every_epsilon() -> None:
    """The function +1 on the removed record attains the whole profile of the dominating pair."""
    table = tabulated(Poisson(0.5), CHANGE).laws_of(CHANGE)
    values = np.where(table.classes.q > 0.0, 0.0, 1.0)
    witness = Witness(Gaussian(0.7), table, values, "membership")
    pair = Gaussian(0.7).extremal((0.5, 0.5), (1.0,), "add-remove")[0].pair
    epsilons = np.array([-1.0, -0.2, 0.0, 0.4, 1.0])
    assert [witness.delta(e) for e in epsilons] == pytest.approx(pair.hockey_stick(epsilons).tolist(), rel=1e-10)


def test_types_have_names_for_batches() -> None:
    witness = tightness(Gaussian(1.0), WithoutReplacement(10**6, 10), Change(substituted=1), 0.01).witness
    assert witness.value("-1") - witness.value("0") == pytest.approx(2.0, rel=1e-4)
