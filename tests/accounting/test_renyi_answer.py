"""What a Rényi curve proves."""

from __future__ import annotations

import math

import numpy as np
import pytest

from tightdp.accounting import account
from tightdp.accounting.renyi_account import renyi_account
from tightdp.accounting.step import Program, Step
from tightdp.errors import InvalidInput
from tightdp.mechanisms import EpsilonDelta, Gaussian, Laplace, RandomizedResponse
from tightdp.relations import AddRemove, Remove, Substitute
from tightdp.schemes import FullBatch, Poisson, WithoutReplacement

RUN = 500 * Step(Gaussian(1.2), Poisson(0.02))
ANSWER = renyi_account(RUN, AddRemove(2))


def test_the_curve_is_the_largest_over_the_directions() -> None:
    curve = ANSWER.curve([1.0, 2.0, 5.0])
    each = [direction.curve(curve.orders) for direction in ANSWER.directions]
    assert len(each) == 3
    assert curve.upper.tolist() == np.max([one.upper for one in each], axis=0).tolist()
    assert ANSWER.divergence(2.0).upper == pytest.approx(curve.upper[1], rel=1e-12)  # pyright: ignore[reportUnknownMemberType]
    assert ANSWER.tight


def test_delta_and_epsilon_are_inverse() -> None:
    epsilon = ANSWER.epsilon(1e-6)
    assert ANSWER.delta(epsilon.upper).upper == pytest.approx(1e-6, rel=1e-4)  # pyright: ignore[reportUnknownMemberType]
    assert epsilon.lower == 0.0
    assert epsilon.how["order"] > 1.0


def test_never_below_the_composed_loss() -> None:
    for run, relation in ((RUN, AddRemove(2)), (20 * Step(Laplace(1.0), Poisson(0.3)), Remove(3))):
        for delta in (1e-9, 1e-3):
            assert account(run, relation).epsilon(delta).lower <= renyi_account(run, relation).epsilon(delta).upper


def test_no_list_of_orders_is_too_short() -> None:
    """The best order is 7e4 for much noise and close to 1 for little."""
    much = renyi_account(1 * Step(Gaussian(2e4), FullBatch()), Remove()).epsilon(1e-5)
    little = renyi_account(1 * Step(Gaussian(0.02), FullBatch()), Remove()).epsilon(1e-5)
    assert much.how["order"] > 1000.0
    assert little.how["order"] < 1.2
    assert much.upper < 3e-4


def test_pure_privacy_is_the_largest_loss() -> None:
    answer = renyi_account(3 * Step(Laplace(2.0), FullBatch()), Remove())
    assert answer.epsilon(0.0).lower == pytest.approx(1.5)  # pyright: ignore[reportUnknownMemberType]
    assert answer.epsilon(1e-300).upper <= answer.epsilon(0.0).upper
    assert answer.delta(1.6).upper == 0.0
    assert math.isinf(ANSWER.epsilon(0.0).upper)


def test_nothing_happened() -> None:
    empty = renyi_account(Program(), AddRemove())
    assert empty.epsilon(1e-5).upper == 0.0
    assert empty.delta(0.0).upper == 0.0


def test_because() -> None:
    theorems = ANSWER.because.theorems
    assert theorems == ("U", "B18/T6", "M17/P1", "ALCKS20/T3")
    loose = renyi_account(1 * Step(Gaussian(1.0), WithoutReplacement(50, 5)), Substitute()).because
    assert any("not known to be attained" in note for note in loose.notes)
    box = renyi_account(1 * Step(EpsilonDelta(1.0, 1e-6), FullBatch()), Remove())
    assert any("under one law only" in note for note in box.because.notes)
    assert math.isinf(box.epsilon(1e-5).upper)


def test_randomised_response_on_fixed_size_batches_is_better_than_a_composed_sup_profile() -> None:
    """Each order takes its own worst function, where a composition must dominate all of them."""
    run = 100 * Step(RandomizedResponse(0.7), WithoutReplacement(1000, 40))
    assert renyi_account(run, Substitute(4)).epsilon(1e-5).upper < account(run, Substitute(4)).epsilon(1e-5).upper


def test_refused_questions() -> None:
    with pytest.raises(InvalidInput, match=r"delta must be in \[0, 1\)"):
        ANSWER.epsilon(1.0)
    with pytest.raises(InvalidInput, match="epsilon must be a number >= 0"):
        ANSWER.delta(-1.0)
    with pytest.raises(InvalidInput, match="order must be a number > 0"):
        ANSWER.divergence(0.0)
