"""Tilted sums against direct convolution in exact fractions, at losses far out in the tail."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest

from tightdp.pld.curve import Curve
from tightdp.pld.grid_law import GridLaw
from tightdp.pld.tilted_sum import Window, tilted_sum

MASSES = [Fraction(1, 1000), Fraction(700, 1000), Fraction(250, 1000), Fraction(48, 1000), Fraction(1, 1000)]


def law(offset: float, spacing: float, infinite: float = 0.0) -> GridLaw:
    share = 1.0 - infinite
    return GridLaw(offset, spacing, np.arange(-1, 4), np.array([float(m) * share for m in MASSES]), infinite)


def exact_power(count: int) -> list[Fraction]:
    total = [Fraction(1)]
    for _ in range(count):
        new = [Fraction(0)] * (len(total) + 4)
        for i, a in enumerate(total):
            for j, b in enumerate(MASSES):
                new[i + j] += a * b
        total = new
    return total


def exact_delta(count: int, spacing: float, epsilon: float) -> float:
    """Losses are multiples of the spacing, from ``-count`` on."""
    total = 0.0
    for i, mass in enumerate(exact_power(count)):
        loss = (i - count) * spacing
        if loss > epsilon:
            total += float(mass * Fraction(-math.expm1(epsilon - loss)))
    return total


@pytest.mark.parametrize(("tilt", "epsilon"), [(0.0, 0.6), (3.0, 2.0), (12.0, 6.0), (40.0, 9.0)])
def test_a_tail_is_as_precise_as_its_tilt_allows(tilt: float, epsilon: float) -> None:
    """40 steps on a grid of 0.1; the largest total loss is 12, the last delta about 1e-53."""
    count, spacing = 40, 0.1
    window = Window(-8.0, 240, 20.0, 20.0)
    total = tilted_sum(((law(0.0, spacing), count),), tilt, window)
    truth = exact_delta(count, spacing, epsilon)
    upper, lower = Curve(total, "upper").read(epsilon), Curve(total, "lower").read(epsilon)
    assert lower.delta <= truth <= upper.delta
    assert upper.delta / truth - 1.0 <= 1e-7
    assert 1.0 - lower.delta / truth <= 1e-7
    assert truth > 0.0


def test_parts_with_offsets_of_their_own() -> None:
    """Two laws that are shifted against each other, 3 and 4 times: the shifts add up."""
    window = Window(-3.0, 80, 20.0, 20.0)
    shifted = tilted_sum(((law(0.013, 0.1), 3), (law(-0.002, 0.1), 4)), 2.0, window)
    plain = tilted_sum(((law(0.0, 0.1), 7),), 2.0, window)
    moved = 3 * 0.013 - 4 * 0.002
    assert Curve(shifted, "upper").read(0.55 + moved).delta == pytest.approx(
        Curve(plain, "upper").read(0.55).delta, rel=1e-9
    )


def test_a_window_that_is_too_narrow_costs_but_does_not_lie() -> None:
    count, spacing = 40, 0.1
    truth = exact_delta(count, spacing, 1.0)
    narrow = tilted_sum(((law(0.0, spacing), count),), 1.0, Window(0.3, 12, 4.0, 4.0))
    assert Curve(narrow, "lower").read(1.0).delta <= truth <= Curve(narrow, "upper").read(1.0).delta


def test_infinite_mass_adds_up() -> None:
    total = tilted_sum(((law(0.0, 0.1, infinite=0.01), 5),), 0.0, Window(-1.0, 60, 1.0, 1.0))
    assert total.infinite == pytest.approx(1.0 - 0.99**5, rel=1e-12)
    assert Curve(total, "upper").read(50.0).delta >= total.infinite


def test_a_large_tilt_does_not_overflow() -> None:
    wide = GridLaw(0.0, 100.0, np.arange(-1, 2), np.array([0.25, 0.5, 0.25]), 0.0)
    total = tilted_sum(((wide, 4),), 9.0, Window(-850.0, 24, 10.0, 10.0))
    bound = Curve(total, "upper").read(350.0).delta, Curve(total, "lower").read(350.0).delta
    assert bound[1] <= 0.25**4 * -math.expm1(-50.0) <= bound[0]
    assert bound[0] / bound[1] - 1.0 <= 1e-9
