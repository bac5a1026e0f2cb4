"""The Rényi integrals of two mixtures of Laplace shifts, piece by piece."""

from __future__ import annotations

import numpy as np

from tightdp.divergences.chunked_ratios import log_ratios
from tightdp.divergences.power_sums import PowerSums, WeightedPoints, power_sums
from tightdp.divergences.refinement import refined
from tightdp.divergences.tanh_sinh import tanh_sinh
from tightdp.numerics.log_domain import log_sum
from tightdp.pairs.pair import Array
from tightdp.pairs.shift_loss import Side, loss_at
from tightdp.pairs.shift_mixture import ShiftMixture

_STEP = 0.14
_LEVELS = 5


def laplace_sums(pair: ShiftMixture, orders: Array) -> PowerSums:
    """``integral of P^a Q^(1-a)`` at each order: two plateaus in closed form, quadrature between the shifts.

    Left and right of all shifts the loss is constant. Between two neighbouring shifts both densities are smooth; the
    step of the double-exponential rule is halved until two rules agree, and their difference is the error reported.

    Parameters
    ----------
    pair
        Mixtures of Laplace shifts.
    orders
        Orders a >= 1/2, finite, ``(k,)``.
    """
    return refined(lambda chosen, step: power_sums(laplace_points(pair, step), chosen), orders, _STEP, _LEVELS)


def laplace_points(pair: ShiftMixture, step: float) -> WeightedPoints:
    """Nodes between the shifts and one point for each plateau.

    Parameters
    ----------
    pair
        Mixtures of Laplace shifts.
    step
        Step of the double-exponential rule.
    """
    above, below = pair.sides
    noise = pair.noise
    edges = np.unique(np.concatenate([above.shifts, below.shifts]))
    nodes, log_weights, coarse = tanh_sinh(edges, step)
    z = np.concatenate([edges[:1], nodes, edges[-1:]])
    losses = loss_at(noise, above, below, z)
    log_q = log_ratios(noise, below, nodes) + noise.log_density(nodes) + log_weights
    log_q = np.concatenate([_tail(pair, below, edges[0], -1.0), log_q, _tail(pair, below, edges[-1], 1.0)])
    return WeightedPoints(losses, log_q + losses, log_q, np.concatenate([[1.0], coarse, [1.0]]))


def _tail(pair: ShiftMixture, side: Side, end: float, sign: float) -> Array:
    """Logarithm of the mass of a mixture beyond its outermost shift."""
    distance = sign * (end - side.shifts)
    return np.array([float(log_sum(side.log_weights + pair.noise.log_tail(distance)))])
