"""Rényi divergences of one direction add up over the steps."""

from __future__ import annotations

import numpy as np
import pytest

from tightdp.accounting.renyi_direction import renyi_direction, renyi_step
from tightdp.accounting.step import Program, Step
from tightdp.divergences.renyi import renyi_of
from tightdp.mechanisms import EpsilonDelta, Gaussian, Laplace, RandomizedResponse
from tightdp.relations import Change
from tightdp.schemes import FullBatch, Poisson, WithoutReplacement
from tightdp.transport import dominate

ORDERS = np.array([0.5, 1.0, 2.0, 8.0, np.inf])
REMOVE = Change(removed=1)


def test_steps_add_up() -> None:
    first, second = Step(Gaussian(2.0), Poisson(0.1)), Step(Laplace(3.0), FullBatch())
    whole = renyi_direction(3 * first + 5 * second, REMOVE, "tightest")
    parts = [renyi_direction(1 * step, REMOVE, "tightest").curve(ORDERS) for step in (first, second)]
    assert whole.curve(ORDERS).upper == pytest.approx(3 * parts[0].upper + 5 * parts[1].upper)  # pyright: ignore[reportUnknownMemberType]
    assert whole.reason.tight
    assert whole.infinite == 0.0


def test_no_step_is_no_divergence() -> None:
    nothing = renyi_direction(Program(), REMOVE, "tightest")
    assert nothing.curve(ORDERS).upper.tolist() == [0.0] * len(ORDERS)
    assert nothing.infinite == 0.0


def test_the_smallest_bound_holds_at_each_order() -> None:
    """Groups of two without replacement: two bounds of which none is always the better one."""
    step, change = Step(Gaussian(1.0), WithoutReplacement(50, 5)), Change(substituted=2)
    options = dominate(step.mechanism, step.scheme, change)
    curves = [renyi_of(option.pair, ORDERS) for option in options]
    found = renyi_direction(1 * step, change, "tightest").curve(ORDERS)
    assert len(options) == 2
    assert found.upper == pytest.approx(np.minimum(*(curve.upper for curve in curves)))  # pyright: ignore[reportUnknownMemberType]
    assert np.all(found.lower <= found.upper)


def test_randomised_response_takes_its_worst_function_at_each_order() -> None:
    """The corners, not the pair that dominates both (theory 2.4)."""
    (option,) = dominate(RandomizedResponse(0.8), Poisson(0.3), Change(substituted=1))
    step = renyi_step((option,), 1)
    assert step.above == (option.witnesses,)
    curve = renyi_direction(1 * Step(RandomizedResponse(0.8), Poisson(0.3)), Change(substituted=1), "tightest")
    assert curve.reason.tight
    assert curve.curve(ORDERS).upper[2] < renyi_of(option.pair, [2.0]).lower[0]


def test_revealed_mass_is_told() -> None:
    box = renyi_direction(2 * Step(EpsilonDelta(1.0, 1e-6), FullBatch()), REMOVE, "tightest")
    assert box.infinite == pytest.approx(1e-6)  # pyright: ignore[reportUnknownMemberType]
    assert np.isinf(box.curve(ORDERS).upper[1:]).all()
    assert np.isfinite(box.curve(ORDERS).upper[0])
