from __future__ import annotations

import math

import numpy as np
import pytest

from tightdp import Gaussian, Laplace, RandomizedResponse, Step, Substitute, WithoutReplacement, renyi_account
from tightdp.baselines import wang_expansion_rdp, wang_rdp, wang_self_consistent_rdp
from tightdp.baselines.ratio_points import ratio_points
from tightdp.mechanisms import AbstractMechanism

ORDERS = [2, 3, 8, 40]
CAST = [Gaussian(8.0), Gaussian(0.5, 1.0), Laplace(1.0), RandomizedResponse(0.75), RandomizedResponse(0.6, 3)]


@pytest.mark.parametrize("batch", [1, 30, 100])
@pytest.mark.parametrize("mechanism", CAST, ids=str)
def test_the_tight_divergence_is_never_above(mechanism: AbstractMechanism, batch: int) -> None:
    step = Step(mechanism, WithoutReplacement(100, batch))
    tight = renyi_account(step, Substitute()).curve(ORDERS).upper
    expanded = wang_expansion_rdp(step, Substitute(), ORDERS)
    assert np.all(tight <= wang_self_consistent_rdp(step, Substitute(), ORDERS) * (1.0 + 1e-9))
    assert np.all(tight <= expanded * (1.0 + 1e-9))
    assert np.all(expanded <= wang_rdp(step, Substitute(), ORDERS) * (1.0 + 1e-12))


@pytest.mark.parametrize("mechanism", [Gaussian(8.0), Laplace(3.0), RandomizedResponse(0.75)], ids=str)
def test_the_sum_written_out(mechanism: AbstractMechanism) -> None:
    """The integral is the sum of all absolute moments."""
    share, order = 0.25, 25
    points = ratio_points(mechanism.group_pair(1, "substitute"), order)
    moments = [math.exp(points.log_moment(j)) for j in range(3, order + 1)]
    rest = math.fsum(
        4.0 * share**j * math.comb(order, j) * m for j, m in zip(range(3, order + 1), moments, strict=True)
    )
    step = Step(mechanism, WithoutReplacement(100, 25))
    second = math.expm1(wang_rdp(step, Substitute(), [2])[0]) * math.comb(order, 2)
    found = wang_self_consistent_rdp(step, Substitute(), [order])[0]
    assert found == pytest.approx(math.log1p(second + rest) / (order - 1.0), rel=1e-10)
