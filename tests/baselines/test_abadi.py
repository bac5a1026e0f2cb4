from __future__ import annotations

import math

import numpy as np
import pytest

from tightdp import AddRemove, CannotAnswer, Gaussian, Insert, Laplace, Poisson, Step, renyi_account
from tightdp.baselines import abadi_rdp

ORDERS = [2, 3, 8, 64, 512]


@pytest.mark.parametrize(("sigma", "rate"), [(0.3, 0.01), (1.0, 0.5), (4.0, 1e-6), (50.0, 1.0), (2.0, 0.0)])
def test_it_is_the_exact_divergence_of_a_removal_at_whole_orders(sigma: float, rate: float) -> None:
    step = Step(Gaussian(sigma), Poisson(rate))
    exact = renyi_account(step, AddRemove()).curve(ORDERS)
    assert abadi_rdp(step, AddRemove(), ORDERS) == pytest.approx(exact.upper, rel=1e-9, abs=0.0)


def test_an_insertion_is_never_above() -> None:
    step = Step(Gaussian(1.0), Poisson(0.1))
    assert np.all(renyi_account(step, Insert()).curve(ORDERS).lower <= abadi_rdp(step, Insert(), ORDERS))


def test_refusals() -> None:
    with pytest.raises(
        CannotAnswer,
        match=r"it is proven for Gaussian noise, not for Laplace\. Instead: zhu_wang_rdp, which takes any mechanism",
    ):
        abadi_rdp(Step(Laplace(1.0), Poisson(0.1)), AddRemove(), [2])
    with pytest.raises(CannotAnswer, match="a release without noise has infinite divergences"):
        abadi_rdp(Step(Gaussian(0.0), Poisson(0.1)), AddRemove(), [2])


def test_little_noise_and_high_orders_stay_numbers() -> None:
    found = abadi_rdp(Step(Gaussian(0.01), Poisson(1e-3)), AddRemove(), [2, 10_000])
    assert all(math.isfinite(value) for value in found.tolist())
