from __future__ import annotations

import numpy as np
import pytest

from tightdp import (
    AddRemove,
    EpsilonDelta,
    Gaussian,
    Laplace,
    Poisson,
    RandomizedResponse,
    Step,
    renyi_account,
)
from tightdp.baselines import zhu_wang_general_rdp, zhu_wang_rdp
from tightdp.mechanisms import AbstractMechanism

ORDERS = [2, 3, 5, 17, 100]
CAST = [
    Gaussian(1.0),
    Gaussian(5.0),
    Laplace(0.5),
    RandomizedResponse(0.8),
    RandomizedResponse(0.5, 4),
    EpsilonDelta(0.4),
]


@pytest.mark.parametrize("rate", [1e-4, 0.1, 0.7, 1.0])
@pytest.mark.parametrize("mechanism", CAST, ids=str)
def test_it_is_exact_where_the_base_pair_is_and_the_general_bound_is_above(
    mechanism: AbstractMechanism, rate: float
) -> None:
    step = Step(mechanism, Poisson(rate))
    exact = renyi_account(step, AddRemove()).curve(ORDERS).upper
    assert zhu_wang_rdp(step, AddRemove(), ORDERS) == pytest.approx(exact, rel=1e-8, abs=0.0)
    assert np.all(zhu_wang_general_rdp(step, AddRemove(), ORDERS) >= exact * (1.0 - 1e-9))


def test_the_general_bound_triples_terms_from_the_third_on() -> None:
    q, moments = 0.3, np.exp([1.0 * 1.0, 2.0 * 1.5])  # e^((k - 1) rho(k)) at k = 2, 3 with rho(a) = a / 2
    written = (1.0 - q) ** 2 * (1.0 + 2.0 * q) + 3.0 * (1.0 - q) * q * q * moments[0] + 3.0 * q**3 * moments[1]
    found = zhu_wang_general_rdp(Step(Gaussian(1.0), Poisson(q)), AddRemove(), [2, 3])
    assert found[1] == pytest.approx(np.log(written) / 2.0)
    assert found[0] == pytest.approx(zhu_wang_rdp(Step(Gaussian(1.0), Poisson(q)), AddRemove(), [2])[0])
