from __future__ import annotations

import math

import pytest

from tightdp.accounting import Program, Step, account
from tightdp.accounting.renyi_account import renyi_account
from tightdp.errors import InvalidInput
from tightdp.mechanisms import Gaussian, Laplace
from tightdp.relations import AddRemove, Substitute
from tightdp.schemes import FullBatch, Poisson
from tightdp.spec import RenyiFilter

STEP = Step(Gaussian(2.0), FullBatch())


def test_steps_spend_what_their_divergence_says() -> None:
    """One Gaussian release with noise 2 has R_a = a / 8."""
    chosen = RenyiFilter(order=8.0, budget=4.0)
    assert chosen.spent(3 * STEP, AddRemove()) == pytest.approx(3.0, rel=1e-9)
    assert chosen.spent(Program(), AddRemove()) == 0.0
    assert chosen.allows(3 * STEP, AddRemove())
    assert not chosen.allows(5 * STEP, AddRemove())
    assert chosen.theorem == "FZ21"


def test_it_agrees_with_renyi_accounting_over_directions() -> None:
    run = 7 * Step(Gaussian(1.0), Poisson(0.1)) + 3 * Step(Laplace(2.0), Poisson(0.2))
    for relation in (AddRemove(), AddRemove(2), Substitute()):
        spent = RenyiFilter(4.0, 1.0).spent(run, relation)
        assert spent == pytest.approx(renyi_account(run, relation).divergence(4.0).upper, rel=1e-9)


def test_the_budget_proves_an_epsilon_for_every_choice_that_fits() -> None:
    """Whichever fixed program fits, its own epsilon is below that of the budget."""
    chosen = RenyiFilter(order=8.0, budget=1.0)
    for noise in (1.0, 2.0, 5.0, 20.0):
        step = Step(Gaussian(noise), FullBatch())
        most = int(chosen.budget / chosen.spent(1 * step, AddRemove()) + 1e-9)
        if most:
            assert account(most * step, AddRemove()).epsilon(1e-5).upper <= chosen.epsilon(1e-5)


@pytest.mark.parametrize(("order", "budget"), [(1.0, 1.0), (math.inf, 1.0), (2.0, 0.0), (2.0, math.inf), (True, 1.0)])
def test_numbers_out_of_range(order: float, budget: float) -> None:
    with pytest.raises(InvalidInput, match="must be a finite number above"):
        RenyiFilter(order, budget)


@pytest.mark.parametrize("delta", [0.0, 1.0])
def test_a_delta_strictly_between(delta: float) -> None:
    with pytest.raises(InvalidInput, match=r"delta must be in \(0, 1\)"):
        RenyiFilter(2.0, 1.0).epsilon(delta)
