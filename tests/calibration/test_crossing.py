from __future__ import annotations

import math
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tightdp.calibration.axis import Axis
from tightdp.calibration.crossing import Trial, crossing, root_of
from twins.bisection import bisected

NOISE = Axis(1e-3, 1e12, 1e-6)
STEPS = Axis(10**9, 0, 0.0, is_whole=True)


@given(root=st.floats(2e-3, 1e11), power=st.floats(0.2, 6.0), bend=st.floats(-0.05, 0.05))
def test_nearly_straight_lines_take_few_looks(root: float, power: float, bend: float) -> None:
    def excess(value: float) -> float:
        x = math.log(value / root)
        return -power * x * (1.0 + bend * math.tanh(x))

    found = crossing(NOISE, excess, 1.0)
    assert found.met is not None
    assert found.missed is not None
    assert found.missed.value <= root * (1.0 + 1e-12)
    assert root <= found.met.value * (1.0 + 1e-12)
    assert found.met.value <= found.missed.value * (1.0 + 1e-6)
    assert found.evaluations <= 16


CURVES: dict[str, Callable[[float], float]] = {
    "a cliff up to infinity": lambda v: math.inf if v < 7.0 else -3.0,
    "a cliff down": lambda v: 3.0 if v < 7.0 else -math.inf,
    "stairs": lambda v: math.floor(4.0 * (2.0 - math.log(v))) + 0.5,
    "a plateau above": lambda v: 1.0 if v < 50.0 else 50.0 - v,
    "a kink": lambda v: math.log(50.0 / v) if v < 50.0 else 1e-9 * (50.0 - v),
    "ripples": lambda v: math.log(20.0 / v) + 1e-4 * math.sin(3e5 * v),
}


@pytest.mark.parametrize("name", CURVES)
def test_any_curve_ends_with_neighbours_on_both_sides(name: str) -> None:
    found = crossing(NOISE, CURVES[name], 1.0)
    assert found.met is not None
    assert found.missed is not None
    assert NOISE.are_neighbours(found.met.value, found.missed.value)
    assert found.met.excess <= 0.0 < found.missed.excess
    assert found.evaluations < 100
    if name != "ripples":
        _, met = bisected(lambda v: CURVES[name](v) <= 0.0, 1e-3, 1e12, 1e-6)
        assert met == pytest.approx(found.met.value, rel=2e-6)


@pytest.mark.parametrize("root", [0, 1, 2, 99, 100, 101, 254, 10**6 + 1, 10**9 - 1])
def test_whole_numbers_are_exact(root: int) -> None:
    found = crossing(STEPS, lambda n: 0.5 * math.log(max(n, 0.1) / (root + 0.5)), 100)
    assert found.met is not None
    assert found.missed is not None
    assert (found.met.value, found.missed.value) == (root, root + 1)


def test_the_ends_of_the_axis() -> None:
    low = crossing(NOISE, lambda _: -1.0, 1.0)
    assert low.met is not None
    assert (low.met.value, low.missed) == (1e-3, None)
    high = crossing(NOISE, lambda _: math.inf, 1.0)
    assert high.missed is not None
    assert (high.missed.value, high.met, high.evaluations) == (1e12, None, 3)
    flat = crossing(NOISE, lambda v: 1.0 + 1.0 / (1.0 + v), 1.0)
    assert flat.missed is not None
    assert (flat.missed.value, flat.met) == (1e12, None)
    assert flat.evaluations <= 10


def test_estimates_of_the_root() -> None:
    assert root_of([Trial(1.0, 0.0, math.inf)]) is None
    assert root_of([Trial(1.0, 0.0, 2.0)]) == 2.0
    assert root_of([Trial(1.0, 0.0, 2.0), Trial(2.0, 1.0, 1.0)]) == 2.0
    assert root_of([Trial(1.0, 0.0, 2.0), Trial(2.0, 1.0, 2.0)]) is None
    assert root_of([Trial(1.0, 0.0, 2.0), Trial(1.0, 0.0, 2.0)]) is None
    curve = [Trial(0.0, x, math.exp(-x) - 1.0) for x in (-0.3, 0.2, 0.4)]
    found = root_of(curve)
    assert found is not None
    assert abs(found) < 0.01


def test_a_whole_number_that_is_missed_by_a_hair() -> None:
    found = crossing(STEPS, lambda n: 0.5 * math.log(max(n, 0.1) / 99.999999), 100)
    assert found.met is not None
    assert found.missed is not None
    assert (found.met.value, found.missed.value, found.evaluations) == (99, 100, 2)
