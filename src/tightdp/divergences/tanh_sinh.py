"""Double-exponential quadrature between given points."""

from __future__ import annotations

import numpy as np

from tightdp.pairs.pair import Array

_REACH = 3.5


def tanh_sinh(edges: Array, step: float) -> tuple[Array, Array, Array]:
    """Nodes, logarithms of the weights and factors of the coarser rule on each ``[e_i, e_(i+1)]``, ``(n,)`` each.

    ``z = middle + half tanh(pi/2 sinh t)`` turns the integral over an interval into one over the line whose integrand
    decays double-exponentially, for which the trapezoidal rule converges geometrically whatever happens at the ends.
    The coarser rule has twice the step.

    Parameters
    ----------
    edges
        Increasing points between which the integrand is smooth, ``(m,)``.
    step
        Step in t.
    """
    count = round(_REACH / step)
    t = step * np.arange(-count, count + 1)
    inner = 0.5 * np.pi * np.sinh(t)
    log_slope = np.log(0.5 * np.pi * np.cosh(t)) - 2.0 * np.log(np.cosh(inner)) + np.log(step)
    half = 0.5 * np.diff(edges)
    share = np.exp(-np.abs(inner)) / np.cosh(inner)
    from_left = edges[:-1, None] + half[:, None] * share
    from_right = edges[1:, None] - half[:, None] * share
    nodes = np.where(t < 0.0, from_left, from_right)
    weights = np.log(half)[:, None] + log_slope
    coarse = np.where(np.arange(-count, count + 1) % 2 == 0, 2.0, 0.0)
    return nodes.ravel(), weights.ravel(), np.tile(coarse, len(half))
