from __future__ import annotations

import numpy as np
import pytest

from tightdp import AddRemove, CannotAnswer, FullBatch, Gaussian, Insert, Laplace, Poisson, Step, renyi_account
from tightdp.baselines import jensen_rdp

ORDERS = [1.1, 2.0, 9.5, 200.0]


@pytest.mark.parametrize("size", [1, 4, 20])
@pytest.mark.parametrize("rate", [1e-5, 0.1, 0.7, 1.0])
@pytest.mark.parametrize("sigma", [0.5, 2.0, 20.0])
def test_the_tight_divergence_is_never_above(sigma: float, rate: float, size: int) -> None:
    step = Step(Gaussian(sigma), Poisson(rate))
    tight = renyi_account(step, Insert(size)).curve(ORDERS).lower
    assert np.all(tight <= jensen_rdp(step, Insert(size), ORDERS) * (1.0 + 1e-9))


def test_it_is_exact_without_sampling() -> None:
    step = Step(Gaussian(2.0), Poisson(1.0))
    assert jensen_rdp(step, Insert(3), ORDERS) == pytest.approx(np.array(ORDERS) * 9.0 / 8.0)


def test_refusals() -> None:
    with pytest.raises(CannotAnswer, match="it is proven for inserted records, and removals lose more"):
        jensen_rdp(Step(Gaussian(1.0), Poisson(0.1)), AddRemove(), ORDERS)
    for mechanism in (Laplace(1.0), Gaussian(0.0)):
        with pytest.raises(CannotAnswer, match="it is proven for Gaussian noise of positive scale only"):
            jensen_rdp(Step(mechanism, Poisson(0.1)), Insert(), ORDERS)
    with pytest.raises(CannotAnswer, match="it is proven for Poisson sampling, not for full-batch"):
        jensen_rdp(Step(Gaussian(1.0), FullBatch()), Insert(), ORDERS)
