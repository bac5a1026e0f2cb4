from __future__ import annotations

import math

import numpy as np
import pytest

from tightdp import (
    AddRemove,
    FullBatch,
    Gaussian,
    Insert,
    Laplace,
    Poisson,
    RandomizedResponse,
    Remove,
    Step,
    Substitute,
    WithoutReplacement,
    WithReplacement,
    renyi_account,
)
from tightdp.baselines import direct_transport_rdp
from tightdp.mechanisms import AbstractMechanism
from tightdp.relations import AbstractRelation
from tightdp.schemes import AbstractScheme

ORDERS = [1.01, 2.0, 6.5, 200.0]
PLACES: list[tuple[AbstractScheme, AbstractRelation]] = [
    (Poisson(0.1), AddRemove(3)),
    (Poisson(1e-6), Insert(2)),
    (Poisson(0.1), Substitute(2)),
    (WithoutReplacement(30, 3), Substitute(2)),
    (WithoutReplacement(30, 3), AddRemove(2)),
    (WithReplacement(30, 3), Substitute()),
    (FullBatch(), Remove(2)),
]


@pytest.mark.parametrize("mechanism", [Gaussian(3.0), Laplace(2.0), RandomizedResponse(0.7)], ids=str)
@pytest.mark.parametrize(("scheme", "relation"), PLACES, ids=str)
def test_the_tight_divergence_is_never_above(
    mechanism: AbstractMechanism, scheme: AbstractScheme, relation: AbstractRelation
) -> None:
    step = Step(mechanism, scheme)
    tight = renyi_account(step, relation).curve(ORDERS).lower
    assert np.all(tight <= direct_transport_rdp(step, relation, ORDERS) * (1.0 + 1e-9))


def test_one_replaced_record_written_out() -> None:
    step = Step(RandomizedResponse(0.75), WithoutReplacement(10, 2))
    moment = 0.75**2 / 0.25 + 0.25**2 / 0.75
    assert direct_transport_rdp(step, Substitute(), [2.0])[0] == pytest.approx(math.log(0.8 + 0.2 * moment))


def test_a_batch_that_never_changes_loses_nothing() -> None:
    assert direct_transport_rdp(Step(Gaussian(1.0), Poisson(0.0)), Remove(), ORDERS).tolist() == [0.0] * 4
