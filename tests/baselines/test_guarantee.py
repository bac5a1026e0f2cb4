from __future__ import annotations

import math

import pytest

from tightdp import FullBatch, Gaussian, Insert, InvalidInput, Laplace, Poisson, Program, Remove, Step, account
from tightdp.baselines import Guarantee
from tightdp.baselines.guarantee import step_epsilons


def test_both_directions_are_asked() -> None:
    """Sampled Laplace noise loses less in an insertion than in a removal; composition needs the larger."""
    step = Step(Laplace(1.0), Poisson(0.1))
    removal = account(step, Remove()).epsilon(0.0).upper
    assert account(step, Insert()).epsilon(0.0).upper < removal
    assert step_epsilons(5 * step, Insert(), 0.0) == (pytest.approx(removal),)


def test_each_kind_of_step_on_its_own() -> None:
    program = Program(((Step(Laplace(1.0), FullBatch()), 2), (Step(Gaussian(1.0), FullBatch()), 3)))
    assert step_epsilons(program, Remove(2), 0.0) == (pytest.approx(2.0), math.inf)


def test_values_are_checked() -> None:
    assert Guarantee(1.0).delta == 0.0
    with pytest.raises(InvalidInput, match="epsilon must be a finite number >= 0"):
        Guarantee(math.inf)
    with pytest.raises(InvalidInput, match=r"delta must be in \[0, 1\]"):
        Guarantee(1.0, 2.0)
    with pytest.raises(InvalidInput, match="count must be a whole number >= 0"):
        Guarantee(1.0, 0.0, -1)
