from __future__ import annotations

import math

import numpy as np
import pytest

from tightdp import Gaussian, Laplace, RandomizedResponse, Step, Substitute, WithoutReplacement, renyi_account
from tightdp.baselines import wang_rdp
from tightdp.baselines.wang import fixed_size_divergence, log_gains
from tightdp.mechanisms import AbstractMechanism

ORDERS = [2, 3, 8, 40]
CAST = [Gaussian(4.0), Gaussian(1.0, 1.0), Laplace(1.0), RandomizedResponse(0.75), RandomizedResponse(0.6, 3)]


@pytest.mark.parametrize("batch", [1, 30, 100])
@pytest.mark.parametrize("mechanism", CAST, ids=str)
def test_the_tight_divergence_is_never_above(mechanism: AbstractMechanism, batch: int) -> None:
    step = Step(mechanism, WithoutReplacement(100, batch))
    tight = renyi_account(step, Substitute()).curve(ORDERS).upper
    assert np.all(tight <= wang_rdp(step, Substitute(), ORDERS) * (1.0 + 1e-9))


def test_the_second_order_written_out() -> None:
    step = Step(RandomizedResponse(0.75), WithoutReplacement(10, 2))
    rho = math.log(0.75**2 / 0.25 + 0.25**2 / 0.75)
    gain = min(4.0 * math.expm1(rho), math.exp(rho) * 2.0)
    assert wang_rdp(step, Substitute(), [2])[0] == pytest.approx(math.log1p(0.04 * gain))


def test_nothing_is_lost_by_a_mechanism_that_says_nothing() -> None:
    assert log_gains(RandomizedResponse(0.5), 4).tolist() == [-math.inf] * 3
    step = Step(RandomizedResponse(0.5), WithoutReplacement(10, 2))
    assert wang_rdp(step, Substitute(), [2, 5]).tolist() == [0.0, 0.0]
    assert fixed_size_divergence(2, 0.5, np.zeros(1)) == pytest.approx(math.log(1.25))
