from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
import pytest
from scipy.special import ndtr, ndtri

from tightdp.accounting import Answer, Program, Step, account
from tightdp.accounting.gaussian_bracket import gaussian_bracket
from tightdp.errors import CannotAnswer
from tightdp.mechanisms import EpsilonDelta, Gaussian, Laplace
from tightdp.relations import AddRemove, Insert, Substitute
from tightdp.schemes import FullBatch, Poisson, WithoutReplacement


def curve(mu: float) -> Callable[[float], float]:
    return lambda rate: float(ndtr(ndtri(1.0 - rate) - mu))


CAST: dict[str, Answer] = {
    "gaussian": account(4 * Step(Gaussian(2.0), FullBatch()), AddRemove()),
    "sampled": account(100 * Step(Gaussian(1.0), Poisson(0.02)), AddRemove()),
    "laplace": account(3 * Step(Laplace(1.0), FullBatch()), Substitute()),
    "group": account(10 * Step(Gaussian(2.0), Poisson(0.1)), AddRemove(2)),
    "fixed size": account(2 * Step(Gaussian(2.0), WithoutReplacement(100, 20)), Substitute()),
    "box": account(Step(EpsilonDelta(1.0), FullBatch()), Substitute()),
}


@pytest.mark.parametrize("delta", [1e-5, 0.0])
def test_a_gaussian_is_its_own_bracket(delta: float) -> None:
    """4 steps with noise 2 are mu = 1."""
    mu = gaussian_bracket(CAST["gaussian"], delta).mu
    assert mu.lower <= 1.0 <= mu.upper
    assert mu.upper - mu.lower < 0.02


@pytest.mark.parametrize("name", CAST)
def test_the_run_lies_between_the_two_curves_and_comes_close_to_one(name: str) -> None:
    answer = CAST[name]
    bracket = gaussian_bracket(answer, 1e-5)
    rates = np.geomspace(bracket.smallest_rate, 0.5, 20).tolist()
    closest = 0.0
    for rate, missed in zip(rates, answer.trade_off(rates), strict=True):
        closest = max(closest, float(-np.sum(ndtri([rate, missed.upper]))))
        if missed.lower >= bracket.smallest_rate:
            assert curve(bracket.mu.upper)(rate) <= missed.upper + 1e-12
            assert curve(bracket.mu.lower)(rate) >= missed.lower - 1e-12
    assert closest >= 0.9 * bracket.mu.upper


def test_the_advantage_alone_when_delta_is_above_it() -> None:
    """Where epsilon is 0, the curves are compared at their middles."""
    answer = account(Step(Gaussian(1.0), FullBatch()), AddRemove())
    mu = gaussian_bracket(answer, 0.5).mu
    assert mu.lower <= 1.0 <= mu.upper
    assert mu.upper - mu.lower < 1e-3


def test_runs_without_loss_and_without_protection() -> None:
    assert gaussian_bracket(account(Program(), AddRemove()), 1e-5).mu.upper == 0.0
    everything = gaussian_bracket(account(Step(Gaussian(0.0), FullBatch()), AddRemove()), 1e-5)
    assert (everything.mu.upper, everything.smallest_rate) == (math.inf, 0.0)
    nearly = gaussian_bracket(account(Step(Gaussian(0.05), FullBatch()), AddRemove()), 1e-5)
    assert nearly.mu.lower <= 20.0 <= nearly.mu.upper


def test_one_sided_relations_have_two_halves() -> None:
    with pytest.raises(CannotAnswer, match="the two halves of its trade-off curve differ"):
        gaussian_bracket(account(Step(Gaussian(1.0), FullBatch()), Insert()), 1e-5)
