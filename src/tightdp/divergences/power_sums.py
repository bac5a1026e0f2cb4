"""Sums of the power kernel over weighted points of a pair: the arithmetic behind every Rényi divergence."""

from __future__ import annotations

from dataclasses import dataclass
from math import factorial

import numpy as np
from numpy.typing import NDArray

from tightdp.pairs.pair import Array

BoolArray = NDArray[np.bool_]

_TERMS = 19
_POWERS = np.arange(2, _TERMS + 1)
_FACTORIALS = np.array([float(factorial(int(k))) for k in _POWERS])
_UNIT = float(np.finfo(np.float64).eps)
_LARGEST = 709.0
# Rows whose log moment is within this of 0 are summed as moment minus 1.
NEAR = 0.7
_BLOCK = 1 << 19
# Tables longer than this are summed without a table of powers.
_LONG = 20_000


@dataclass(frozen=True, eq=False)
class WeightedPoints:
    """Points of the outcome space with loss ``L = log p/q``; ``p`` and ``q`` contain the rule's weights.

    Parameters
    ----------
    losses
        Finite losses, ``(n,)``.
    log_p, log_q
        Logarithms of the weighted densities or of the masses, ``(n,)``.
    coarse
        Factors that turn the rule into the coarser one it is compared with, ``(n,)``; None where the sum is exact.
    p_infinite, q_infinite
        Masses at loss +inf and -inf.
    """

    losses: Array
    log_p: Array
    log_q: Array
    coarse: Array | None = None
    p_infinite: float = 0.0
    q_infinite: float = 0.0

    def first(self, count: int) -> WeightedPoints:
        """The first ``count`` points."""
        coarse = None if self.coarse is None else self.coarse[:count]
        cut = self.losses[:count], self.log_p[:count], self.log_q[:count]
        return WeightedPoints(*cut, coarse, self.p_infinite, self.q_infinite)


@dataclass(frozen=True, eq=False)
class PowerSums:
    """``D = integral of q g(L)`` and ``log Psi`` for each order, with bounds on their relative and absolute errors.

    Here ``Psi = integral of q e^(a L)`` and ``g = (e^(a L) - 1 - a (e^L - 1)) / (a (a - 1)) >= 0``, so that
    ``Psi - 1 = a (a - 1) D``.

    Parameters
    ----------
    excess
        D, ``(k,)``; NaN in rows that are known by ``log Psi`` alone.
    log_moment
        ``log Psi``, ``(k,)``.
    excess_error
        Relative error of D, ``(k,)``.
    log_error
        Absolute error of ``log Psi``, ``(k,)``.
    unbounded
        Where only a lower end is known, ``(k,)``; None for nowhere.
    """

    excess: Array
    log_moment: Array
    excess_error: Array
    log_error: Array
    unbounded: BoolArray | None = None


def power_sums(points: WeightedPoints, orders: Array) -> PowerSums:
    """The sums at each order.

    Parameters
    ----------
    points
        Points of the pair.
    orders
        Orders a >= 1/2, finite, ``(k,)``.
    """
    if len(points.losses) == 0:  # everything is revealed
        nothing = np.full(1, -np.inf)
        points = WeightedPoints(np.zeros(1), nothing, nothing, None, points.p_infinite, points.q_infinite)
    size = max(1, _BLOCK // max(len(points.losses), 1))
    blocks = [_block(points, orders[i : i + size]) for i in range(0, len(orders), size)]
    joined = (np.concatenate(columns) for columns in zip(*blocks, strict=True))
    return PowerSums(*joined)


def _block(points: WeightedPoints, orders: Array) -> tuple[Array, Array, Array, Array]:
    factors = np.ones((len(points.losses), 2))
    if points.coarse is not None:
        factors[:, 1] = points.coarse
    exponents = np.multiply.outer(orders - 1.0, points.losses)
    exponents += points.log_p
    at = exponents.argmax(axis=1)
    top = exponents[np.arange(len(orders)), at]
    top = np.where(np.isfinite(top), top, 0.0)
    sums = np.exp(exponents - top[:, None]) @ factors
    with np.errstate(divide="ignore"):
        logs = top[:, None] + np.log(sums)
    magnitude = np.abs((orders - 1.0) * points.losses[at]) + np.nan_to_num(np.abs(points.log_p[at]), posinf=0.0)
    rounding = 4.0 * _UNIT * (32.0 + magnitude)
    with np.errstate(divide="ignore", invalid="ignore"):
        log_error = np.abs(np.nan_to_num(sums[:, 1] / sums[:, 0] - 1.0)) + rounding
    excess, excess_error = np.full(len(orders), np.nan), np.full(len(orders), np.nan)
    near = np.abs(logs[:, 0]) < NEAR
    if bool(near.any()):
        both = _excess(points, orders[near], exponents[near], factors)
        fine = np.maximum(both[:, 0], 0.0)
        excess[near] = fine
        with np.errstate(divide="ignore", invalid="ignore"):
            gap = np.abs(both[:, 1] - both[:, 0]) / fine
        excess_error[near] = np.where(fine > 0.0, gap, 0.0) + 4.0 * rounding[near]
    log_error += magnitude * _UNIT
    return excess, logs[:, 0], excess_error, log_error


def excess_sums(points: WeightedPoints, orders: Array) -> Array:
    """``D`` of points that need not hold all the mass, ``(k,)``; ``inf`` where it exceeds the floats.

    Parameters
    ----------
    points
        Points of the pair.
    orders
        Orders a >= 1/2, finite, ``(k,)``.
    """
    exponents = np.multiply.outer(orders - 1.0, points.losses) + points.log_p
    with np.errstate(over="ignore"):
        total = _excess(points, orders, exponents, np.ones((len(points.losses), 1)))[:, 0]
    return np.where(exponents.max(axis=1, initial=-np.inf) < _LARGEST, total, np.inf)


def _excess(points: WeightedPoints, orders: Array, exponents: Array, factors: Array) -> Array:
    """D by both rules, ``(k, 2)``: a series where ``max(a, 1) |L| < 1``, the plain difference elsewhere."""
    losses = points.losses
    p, q = np.exp(points.log_p), np.exp(points.log_q)
    small = np.multiply.outer(np.maximum(orders, 1.0), np.abs(losses)) < 1.0
    kernel = np.empty_like(exponents)
    middle = np.abs(orders - 1.0) < 0.5
    if bool(middle.any()):
        kernel[middle] = _near_one(points, orders[middle], exponents[middle], p, q)
    if not bool(middle.all()):
        far = orders[~middle]
        rise = np.exp(np.minimum(exponents[~middle], _LARGEST))
        rise -= np.multiply.outer(far, p)
        rise += np.multiply.outer(far - 1.0, q)
        kernel[~middle] = rise / (far * (far - 1.0))[:, None]
    total: Array = np.where(small, _series(losses, q, orders), kernel) @ factors
    return total + _infinite(points, orders)[:, None]


def _series(losses: Array, q: Array, orders: Array) -> Array:
    """``q g`` by Taylor's series in L, by a matrix product or, for large tables, term by term."""
    clipped = np.clip(losses, -1.0, 1.0)
    coefficients = _coefficients(orders)
    if len(losses) <= _LONG:
        powers = q[:, None] * clipped[:, None] ** _POWERS
        product: Array = coefficients @ powers.T
        return product
    out = np.zeros((len(orders), len(losses)))
    for k in range(_TERMS - 2, -1, -1):
        out *= clipped
        out += coefficients[:, k : k + 1]
    return out * (q * clipped * clipped)


def _coefficients(orders: Array) -> Array:
    """``(1 + a + ... + a^(k-2)) / k!``: Taylor coefficients of g at L = 0, ``(k, terms)``."""
    powers = orders[:, None] ** np.arange(_TERMS - 1)
    return np.cumsum(powers, axis=1) / _FACTORIALS


def _near_one(points: WeightedPoints, orders: Array, exponents: Array, p: Array, q: Array) -> Array:
    """``q g = (p (e^(h L) - 1) / h - (p - q)) / a`` with ``h = a - 1``, which is ``p L - (p - q)`` at h = 0."""
    h = np.where(orders == 1.0, 1e-30, orders - 1.0)
    tilt = np.multiply.outer(h, points.losses)
    gentle = p * np.expm1(np.minimum(tilt, 1.0))
    steep = np.exp(np.minimum(exponents, _LARGEST)) - p
    rise = np.where(tilt < 1.0, gentle, steep) / h[:, None]
    return (rise - (p - q)) / orders[:, None]


def _infinite(points: WeightedPoints, orders: Array) -> Array:
    """What the revealed masses add: ``q_inf / a`` and, for a < 1, ``p_inf / (1 - a)``."""
    revealed = points.q_infinite / orders
    if points.p_infinite > 0.0:
        with np.errstate(divide="ignore"):
            revealed = revealed + np.where(orders < 1.0, points.p_infinite / np.abs(1.0 - orders), np.inf)
    return revealed
