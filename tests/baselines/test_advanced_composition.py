from __future__ import annotations

import math

import pytest

from tightdp import InvalidInput
from tightdp.baselines import Guarantee, advanced_composition, optimal_composition


def test_the_formula_written_out() -> None:
    epsilon, delta = advanced_composition([Guarantee(0.1, 1e-7, 100)], 1e-6)
    written = 0.1 * math.sqrt(200.0 * math.log(1e6)) + 100.0 * 0.1 * math.expm1(0.1)
    assert epsilon == pytest.approx(written)
    assert delta == pytest.approx(1e-6 + 1e-5)
    parts = advanced_composition([Guarantee(0.1, 1e-7, 60), Guarantee(0.1, 1e-7, 40)], 1e-6)
    assert parts == (pytest.approx(epsilon), pytest.approx(delta))


@pytest.mark.parametrize("epsilon", [0.01, 0.1, 1.0])
@pytest.mark.parametrize("steps", [1, 10, 1000])
def test_optimal_composition_is_never_above(epsilon: float, steps: int) -> None:
    for slack in (1e-9, 1e-3):
        assert (
            optimal_composition(Guarantee(epsilon, 0.0, steps), slack)
            <= (advanced_composition([Guarantee(epsilon, 0.0, steps)], slack)[0])
        )


def test_ends_of_the_range() -> None:
    assert advanced_composition([Guarantee(800.0)], 0.5)[0] == math.inf
    for slack in (0.0, 1.0):
        with pytest.raises(InvalidInput, match=r"slack must be in \(0, 1\), got"):
            advanced_composition([Guarantee(1.0)], slack)
