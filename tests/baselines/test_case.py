from __future__ import annotations

import numpy as np
import pytest

from tightdp import AddRemove, Gaussian, Poisson, Program, Remove, Step, WithoutReplacement, account
from tightdp.baselines import abadi_rdp
from tightdp.baselines.case import Case

FIRST, SECOND = Step(Gaussian(1.0), Poisson(0.1)), Step(Gaussian(2.0), Poisson(0.2))
ORDERS = np.array([2.0, 5.0])


def test_curves_of_steps_add_up() -> None:
    case = Case(3 * FIRST + 4 * SECOND, AddRemove(), 1e-5, 1e-3)
    written = 3 * abadi_rdp(FIRST, AddRemove(), ORDERS) + 4 * abadi_rdp(SECOND, AddRemove(), ORDERS)
    assert case.added_up(abadi_rdp)(ORDERS) == pytest.approx(written)
    group = Case(3 * FIRST + 4 * SECOND, AddRemove(5), 1e-5, 1e-3)
    assert group.added_up_for_one(abadi_rdp)(ORDERS) == pytest.approx(written)


def test_answers_for_the_group_and_for_one_record() -> None:
    run = 3 * Step(Gaussian(3.0), WithoutReplacement(50, 5))
    case = Case(run, Remove(3), 1e-5, 1e-3)
    assert case.answer.epsilon(1e-5).upper == account(run, Remove(3)).epsilon(1e-5).upper
    smaller = account(3 * Step(Gaussian(3.0), WithoutReplacement(48, 5)), Remove(), rtol=0.03)
    assert case.one_record.epsilon(1e-5).upper == smaller.epsilon(1e-5).upper


def test_nothing_ran() -> None:
    assert Case(Program(), AddRemove(), 1e-5, 1e-3).added_up(abadi_rdp)(ORDERS).tolist() == [0.0, 0.0]
