"""Double-exponential quadrature."""

from __future__ import annotations

import math

import numpy as np
import pytest

from tightdp.divergences.tanh_sinh import tanh_sinh


@pytest.mark.parametrize(("decay", "step"), [(0.0, 0.07), (1.0, 0.07), (1e3, 0.07), (1e6, 0.0175)])
def test_layers_at_an_end_are_resolved(decay: float, step: float) -> None:
    """``int_0^1 e^(-c x) dx`` for any c, and the coarser rule is close too."""
    nodes, log_weights, coarse = tanh_sinh(np.array([0.0, 0.25, 1.0]), step)
    values = np.exp(log_weights - decay * nodes)
    expected = 1.0 if decay == 0.0 else -math.expm1(-decay) / decay
    assert float(values.sum()) == pytest.approx(expected, rel=1e-12)  # pyright: ignore[reportUnknownMemberType]
    assert float((coarse * values).sum()) == pytest.approx(expected, rel=1e-4)  # pyright: ignore[reportUnknownMemberType]


def test_nodes_lie_inside() -> None:
    nodes, _, coarse = tanh_sinh(np.array([-2.0, 5.0]), 0.14)
    assert nodes.min() >= -2.0
    assert nodes.max() <= 5.0
    assert set(coarse.tolist()) == {0.0, 2.0}
