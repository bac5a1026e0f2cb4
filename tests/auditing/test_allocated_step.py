from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from tightdp import AddRemove, Gaussian, RandomAllocation, RandomizedResponse, Step, account
from tightdp.auditing import audit
from tightdp.auditing.allocated_step import _log_mean_of_products, allocated_step
from tightdp.auditing.changed_records import Source
from tightdp.errors import CannotAnswer
from tightdp.relations import Change


@pytest.mark.parametrize("size", [1, 2, 4, 5])
def test_means_over_subsets(size: int) -> None:
    losses = np.random.default_rng(2).normal(size=(3, 5))
    direct = [np.mean([np.exp(row[list(chosen)].sum()) for chosen in combinations(range(5), size)]) for row in losses]
    assert _log_mean_of_products(losses, size) == pytest.approx(np.log(direct))


@pytest.mark.parametrize("source", ["scheme", "law"])
@pytest.mark.parametrize("participations", [1, 2])
def test_ratios_have_mean_one_without_the_record(source: Source, participations: int) -> None:
    """Under Q the likelihood ratio has mean 1, and under P its inverse has."""
    step = Step(Gaussian(3.0), RandomAllocation(4, participations))
    trial = allocated_step(step, RandomAllocation(4, participations), Change(removed=1), source, 1)
    with_record, without = (trial.loss(side, 6000, np.random.default_rng(side)) for side in (0, 1))
    assert np.exp(without).mean() == pytest.approx(1.0, abs=0.05)
    assert np.exp(-with_record).mean() == pytest.approx(1.0, abs=0.05)
    assert with_record.mean() > 0.0 > without.mean()
    turned = allocated_step(step, RandomAllocation(4, participations), Change(inserted=1), source, 1)
    assert turned.loss(0, 6000, np.random.default_rng(1)) == pytest.approx(-without)


@pytest.mark.parametrize("scheme", [RandomAllocation(5), RandomAllocation(5, 2)], ids=repr)
@pytest.mark.parametrize("mechanism", [Gaussian(0.7), RandomizedResponse(0.8)], ids=repr)
def test_audits_stay_below_the_account(mechanism: Gaussian | RandomizedResponse, scheme: RandomAllocation) -> None:
    run = 2 * Step(mechanism, scheme)
    found = audit(run, AddRemove(), delta=0.01, runs=20_000, seed=4)
    answer = account(run, AddRemove())
    assert found.consistent_with(answer)
    assert found.epsilon > 0.5 * answer.epsilon(0.01).upper


def test_one_record_at_a_time() -> None:
    step, scheme = Step(Gaussian(1.0), RandomAllocation(5)), RandomAllocation(5)
    for change in (Change(removed=2), Change(substituted=1)):
        with pytest.raises(CannotAnswer, match=r"an audit of random allocation for .* its worst inputs are known for"):
            allocated_step(step, scheme, change, "law", 1)
