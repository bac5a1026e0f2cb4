from __future__ import annotations

import numpy as np
import pytest

from tightdp import (
    AddRemove,
    CannotAnswer,
    Gaussian,
    Laplace,
    Poisson,
    RandomizedResponse,
    Remove,
    Step,
    Substitute,
    WithoutReplacement,
    renyi_account,
)
from tightdp.baselines import maximal_coupling_rdp
from tightdp.mechanisms import AbstractMechanism

ORDERS = [1.5, 2.0, 6.0]


@pytest.mark.parametrize("mechanism", [Gaussian(1.0), Laplace(1.0), RandomizedResponse(0.8)], ids=str)
def test_the_tight_divergence_is_never_above(mechanism: AbstractMechanism) -> None:
    for scheme, relation in ((Poisson(0.2), Remove(3)), (WithoutReplacement(50, 5), Substitute(2))):
        step = Step(mechanism, scheme)
        tight = renyi_account(step, relation).curve(ORDERS).upper
        assert np.all(tight <= maximal_coupling_rdp(step, relation, ORDERS) * (1.0 + 1e-9))


def test_records_that_come_and_go_have_no_such_coupling() -> None:
    with pytest.raises(CannotAnswer, match="no distance-compatible coupling with a common event is known for it"):
        maximal_coupling_rdp(Step(Gaussian(1.0), Poisson(0.2)), AddRemove(3), ORDERS)
