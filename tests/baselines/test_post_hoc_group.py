from __future__ import annotations

import numpy as np
import pytest

from tightdp import (
    AddRemove,
    Gaussian,
    Laplace,
    Poisson,
    Program,
    Remove,
    Step,
    Substitute,
    WithoutReplacement,
    renyi_account,
)
from tightdp.baselines import post_hoc_group_rdp
from tightdp.relations import AbstractRelation

ORDERS = [1.5, 2.0, 7.3, 30.0]
RUNS: list[tuple[Program, AbstractRelation]] = [
    (20 * Step(Gaussian(2.0), Poisson(0.05)), AddRemove(3)),
    (20 * Step(Laplace(2.0), Poisson(0.05)), Remove(4)),
    (5 * Step(Gaussian(3.0), WithoutReplacement(60, 6)), Remove(3)),
    (5 * Step(Gaussian(6.0), WithoutReplacement(60, 6)), AddRemove(2)),
    (5 * Step(Gaussian(6.0), WithoutReplacement(60, 6)), Substitute(2)),
]


@pytest.mark.parametrize(("run", "relation"), RUNS, ids=str)
def test_the_tight_group_is_never_above(run: Program, relation: AbstractRelation) -> None:
    tight = renyi_account(run, relation).curve(ORDERS).lower
    assert np.all(tight <= post_hoc_group_rdp(run, relation, ORDERS) * (1.0 + 1e-9))


def test_one_record_is_itself() -> None:
    run = Step(Gaussian(2.0), Poisson(0.05))
    tight = renyi_account(run, AddRemove()).curve(ORDERS).upper
    assert post_hoc_group_rdp(run, AddRemove(), ORDERS) == pytest.approx(tight)
