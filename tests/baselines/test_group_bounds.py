from __future__ import annotations

import numpy as np
import pytest

from tightdp import (
    AddRemove,
    CannotAnswer,
    FullBatch,
    Gaussian,
    Poisson,
    Program,
    Remove,
    Step,
    Substitute,
    WithoutReplacement,
    WithReplacement,
)
from tightdp.baselines.case import Case
from tightdp.baselines.group_bounds import (
    classical_rdp,
    post_hoc_epsilon,
    profile_epsilon,
    simple_epsilon,
    stable_epsilon,
    triangle_epsilon,
)
from tightdp.relations import AbstractRelation

FORMS = (profile_epsilon, simple_epsilon, post_hoc_epsilon, triangle_epsilon, stable_epsilon)
RUNS: list[tuple[Program, AbstractRelation]] = [
    (40 * Step(Gaussian(2.0), Poisson(0.02)), AddRemove(2)),
    (40 * Step(Gaussian(4.0), WithoutReplacement(400, 8)), Substitute(4)),
    (3 * Step(Gaussian(5.0), FullBatch()), Remove(2)),
    (3 * Step(Gaussian(5.0), FullBatch()), Substitute(2)),
]


@pytest.mark.parametrize(("run", "relation"), RUNS, ids=lambda value: type(value).__name__)
def test_the_tight_epsilon_is_never_above(run: Program, relation: AbstractRelation) -> None:
    case = Case(run, relation, 1e-5, 0.01)
    tight = case.answer.epsilon(1e-5).lower
    found = [form(case).upper for form in FORMS]
    assert tight <= min(found)
    assert found[0] <= found[1] * 1.01
    assert found[2] <= found[3] * (1.0 + 1e-6)


def test_one_record_is_no_group() -> None:
    case = Case(RUNS[0][0], AddRemove(), 1e-5, 0.01)
    for form in FORMS:
        with pytest.raises(CannotAnswer, match="the group is one record"):
            form(case)


def test_schemes_without_a_classical_bound() -> None:
    with pytest.raises(CannotAnswer, match="it is proven for Poisson sampling, not for with-replacement"):
        classical_rdp(Step(Gaussian(1.0), WithReplacement(10, 2)), Remove(), np.array([2.0]))
