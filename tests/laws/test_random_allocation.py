"""Whole runs of random allocation against sums over all outcomes, and against a Fourier transform of losses."""

from __future__ import annotations

import numpy as np
import pytest

from tightdp import Gaussian, Insert, RandomAllocation, RandomizedResponse, Remove, Step, account
from twins.allocations import allocated_masses, gaussian_passes

EPSILONS = (0.0, 0.2, 0.7, 1.5)


@pytest.mark.parametrize(
    ("updates", "participations", "passes"), [(3, 1, 2), (4, 1, 2), (2, 1, 4), (3, 2, 2), (4, 3, 2)]
)
def test_answers_about_batches_over_several_passes(updates: int, participations: int, passes: int) -> None:
    one = allocated_masses((0.8, 0.2), (0.2, 0.8), updates, participations)
    p, q = np.ones(1), np.ones(1)
    for _ in range(passes):
        p, q = np.outer(p, one[0]).ravel(), np.outer(q, one[1]).ravel()
    run = passes * Step(RandomizedResponse(0.8), RandomAllocation(updates, participations))
    for relation, (a, b) in ((Remove(), (p, q)), (Insert(), (q, p))):
        answer = account(run, relation)
        assert answer.tight == (participations == 1)
        for epsilon in EPSILONS:
            truth = float(np.maximum(a - np.exp(epsilon) * b, 0.0).sum())
            bound = answer.delta(epsilon)
            assert bound.lower <= truth * (1.0 + 1e-9) + 1e-12
            assert bound.upper >= truth * (1.0 - 1e-9)
            assert participations > 1 or bound.upper - bound.lower <= 2e-3 * truth + 1e-9


@pytest.mark.parametrize(("sigma", "updates", "passes"), [(1.0, 100, 10), (2.0, 15, 4)])
def test_gaussian_noise_over_several_passes(sigma: float, updates: int, passes: int) -> None:
    truths = gaussian_passes(sigma, updates, passes, 1e-5)
    run = passes * Step(Gaussian(sigma), RandomAllocation(updates))
    for relation, truth in zip((Remove(), Insert()), truths, strict=True):
        bound = account(run, relation).epsilon(1e-5)
        assert bound.lower <= truth * (1.0 + 1e-4)
        assert bound.upper >= truth * (1.0 - 1e-4)
        assert bound.relative_gap <= 2e-3
