from __future__ import annotations

from itertools import pairwise

import pytest

from tightdp import AddRemove, Gaussian, Insert, Poisson, Step, Substitute, WithoutReplacement
from tightdp.baselines.case import Case
from tightdp.baselines.curve_bounds import (
    abadi_epsilon,
    agnostic_epsilon,
    direct_transport_epsilon,
    jensen_epsilon,
    maximal_coupling_epsilon,
    renyi_epsilon,
    wang_epsilon,
    wang_self_consistent_epsilon,
    zhu_wang_epsilon,
    zhu_wang_general_epsilon,
)


def test_poisson_sampling_in_order() -> None:
    case = Case(200 * Step(Gaussian(1.0), Poisson(0.01)), AddRemove(), 1e-6, 1e-3)
    forms = (renyi_epsilon, abadi_epsilon, zhu_wang_epsilon, zhu_wang_general_epsilon, direct_transport_epsilon)
    found = [case.answer.epsilon(1e-6).lower, *(form(case).upper for form in forms)]
    assert all(a <= b * (1.0 + 1e-6) for a, b in pairwise(found))
    assert found[2] == pytest.approx(found[3], rel=1e-9)
    assert agnostic_epsilon(case).upper == pytest.approx(case.answer.epsilon(1e-6).upper, rel=2e-3)
    assert maximal_coupling_epsilon(case).upper == pytest.approx(found[1], rel=1e-6)


def test_inserted_records() -> None:
    case = Case(20 * Step(Gaussian(2.0), Poisson(0.05)), Insert(3), 1e-6, 1e-3)
    assert case.answer.epsilon(1e-6).lower <= renyi_epsilon(case).upper <= jensen_epsilon(case).upper


def test_fixed_size_batches_in_order() -> None:
    case = Case(200 * Step(Gaussian(2.0), WithoutReplacement(1000, 10)), Substitute(), 1e-6, 1e-3)
    forms = (renyi_epsilon, wang_self_consistent_epsilon, wang_epsilon, direct_transport_epsilon)
    found = [case.answer.epsilon(1e-6).lower, *(form(case).upper for form in forms)]
    assert all(a <= b * (1.0 + 1e-6) for a, b in pairwise(found))
