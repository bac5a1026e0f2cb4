"""Points of the product of a table and a Gaussian shift, sampled or not, in either direction."""

from __future__ import annotations

import math
from functools import singledispatch

import numpy as np

from tightdp.divergences.gaussian_points import points_at, tail_reach
from tightdp.divergences.power_sums import PowerSums, WeightedPoints, power_sums
from tightdp.divergences.refinement import refined
from tightdp.numerics.log_domain import amplify_loss
from tightdp.pairs.amplified import Amplified
from tightdp.pairs.gaussian_noise import GaussianNoise
from tightdp.pairs.pair import AbstractPair, Array
from tightdp.pairs.shift_mixture import ShiftMixture
from tightdp.pairs.swapped import Swapped
from tightdp.pairs.table_product import TableProduct

_STEP = 0.35
_LEVELS = 5
_MOST_POINTS = 40_000


def smooth_product(pair: AbstractPair) -> TableProduct | None:
    """The product of a table and one Gaussian shift that a pair is made of, None if it is not.

    Parameters
    ----------
    pair
        The pair, sampled or not, in either direction.
    """
    if isinstance(pair, Amplified | Swapped):
        return smooth_product(pair.pair)
    if not isinstance(pair, TableProduct) or not isinstance(pair.pair, ShiftMixture):
        return None
    is_shift = isinstance(pair.pair.noise, GaussianNoise) and pair.pair.single_shift is not None
    return pair if is_shift else None


def product_sums(pair: AbstractPair, orders: Array) -> PowerSums | None:
    """The sums by the trapezoidal rule on the line, for each atom of the table; None where there is none such.

    Each atom moves the loss of the Gaussian shift, so that the integrand is that of a mixture of two Gaussians with
    other weights: analytic in the same strip, with its stationary points in the same interval. Orders that ask for
    too many points are bounded by the product without sampling: ``a log eta + log Psi <= log Psi_eta <= log Psi``.

    Parameters
    ----------
    pair
        A product of a table and a Gaussian shift, sampled or not, in either direction.
    orders
        Orders a >= 1/2, finite, ``(k,)``.
    """
    product = smooth_product(pair)
    if product is None or not isinstance(product.pair, ShiftMixture) or len(product.table.losses) == 0:
        return None
    mixture = product.pair
    spread, rate = mixture.noise.spread, _rate(pair)
    reach = (tail_reach(mixture) + math.sqrt(-4.0 * math.log(rate))) * spread
    shift = abs(mixture.single_shift or 0.0)
    # Towards insertion the loss is bounded above, and the order moves nothing.
    moves = 0.0 if isinstance(pair, Swapped) and rate < 1.0 else 1.0

    def far(order: float) -> float:
        return (moves * order + 1.0) * shift + reach

    def at_step(chosen: Array, step: float) -> PowerSums:
        ends = math.ceil(far(float(chosen.max())) / step)
        index = np.arange(-ends, ends + 1)
        weight, coarse = np.full(len(index), math.log(step)), np.where(index % 2 == 0, 2.0, 0.0)
        line = points_at(mixture, step * index.astype(np.float64), weight, coarse)
        return power_sums(product_points(pair, line), chosen)

    rows = [np.full(len(orders), np.nan) for _ in range(4)]
    size = np.ceil(np.log2(orders))
    for group in np.unique(size):
        at = np.flatnonzero(size == group)
        points = len(product.table.losses) * 2.0 * far(float(orders[at].max())) / (_STEP * spread)
        few = points <= _MOST_POINTS
        found = (
            refined(at_step, orders[at], _STEP * spread, _LEVELS)
            if few
            else _unsampled(product, shift / spread, rate, orders[at])
        )
        for row, new in zip(rows, (found.excess, found.log_moment, found.excess_error, found.log_error), strict=True):
            row[at] = new
    return PowerSums(*rows)


def _unsampled(product: TableProduct, theta: float, rate: float, orders: Array) -> PowerSums:
    """Both ends of the moment of a sampled product from its own, for orders above 1."""
    table = product.table
    atoms = WeightedPoints(table.losses, table.losses + table.log_q, table.log_q, None, table.p_infinite)
    moments = power_sums(atoms, orders)
    most = moments.log_moment + 0.5 * orders * (orders - 1.0) * theta * theta + moments.log_error
    least = np.maximum(most - 2.0 * moments.log_error + orders * math.log(rate), 0.0)
    nothing = np.full(len(orders), np.nan)
    rounding = 1e-14 * most
    return PowerSums(nothing, 0.5 * (most + least), nothing, 0.5 * (most - least) + rounding)


@singledispatch
def product_points(pair: AbstractPair, inner: WeightedPoints) -> WeightedPoints:  # noqa: ARG001
    """The points of a pair from those of the Gaussian shift that it is made of; a shift's own are themselves.

    Parameters
    ----------
    pair
        As for :func:`smooth_product`.
    inner
        Points of the shift.
    """
    return inner


@product_points.register
def _(pair: TableProduct, inner: WeightedPoints) -> WeightedPoints:
    table = pair.table
    losses = (table.losses[:, None] + inner.losses[None, :]).ravel()
    log_q = (table.log_q[:, None] + inner.log_q[None, :]).ravel()
    coarse = None if inner.coarse is None else np.tile(inner.coarse, len(table.losses))
    return WeightedPoints(losses, log_q + losses, log_q, coarse, table.p_infinite, table.q_infinite)


@product_points.register
def _(pair: Swapped, inner: WeightedPoints) -> WeightedPoints:
    return turned(product_points(pair.pair, inner))


@product_points.register
def _(pair: Amplified, inner: WeightedPoints) -> WeightedPoints:
    return sampled(product_points(pair.pair, inner), pair.rate)


def turned(points: WeightedPoints) -> WeightedPoints:
    """The points of (Q, P).

    Parameters
    ----------
    points
        Those of (P, Q).
    """
    ends = points.q_infinite, points.p_infinite
    return WeightedPoints(-points.losses, points.log_q, points.log_p, points.coarse, *ends)


def sampled(points: WeightedPoints, rate: float) -> WeightedPoints:
    """The points of ``((1 - rate) Q + rate P, Q)``; Q-mass at loss -inf comes to rest at ``log(1 - rate)``.

    Parameters
    ----------
    points
        Those of (P, Q).
    rate
        Probability in (0, 1).
    """
    losses, log_q, coarse = amplify_loss(points.losses, rate), points.log_q, points.coarse
    if points.q_infinite > 0.0:
        losses, log_q = np.append(losses, math.log1p(-rate)), np.append(log_q, math.log(points.q_infinite))
        coarse = None if coarse is None else np.append(coarse, 1.0)
    return WeightedPoints(losses, losses + log_q, log_q, coarse, rate * points.p_infinite, 0.0)


def _rate(pair: AbstractPair) -> float:
    """The sampling rate, 1 without sampling."""
    if isinstance(pair, Swapped):
        return _rate(pair.pair)
    return pair.rate if isinstance(pair, Amplified) else 1.0
