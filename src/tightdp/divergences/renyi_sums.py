"""The power sums of a pair, by the type of the pair."""

from __future__ import annotations

from functools import singledispatch

import numpy as np

from tightdp.divergences.gaussian_points import gaussian_sums
from tightdp.divergences.integer_points import integer_sums
from tightdp.divergences.laplace_points import laplace_sums
from tightdp.divergences.one_shift import gaussian_shift_sums, laplace_shift_sums
from tightdp.divergences.power_sums import NEAR, PowerSums, WeightedPoints, power_sums
from tightdp.divergences.product_points import product_sums
from tightdp.divergences.renyi_from_cells import sums_of_cells
from tightdp.divergences.simple_parts import simple_parts
from tightdp.divergences.spliced_sums import spliced_sums
from tightdp.errors import CannotAnswer
from tightdp.numerics.log_domain import log_sum
from tightdp.pairs.discrete import Discrete
from tightdp.pairs.gaussian_noise import GaussianNoise
from tightdp.pairs.on_integers import OnIntegers
from tightdp.pairs.pair import AbstractPair, Array
from tightdp.pairs.shift_mixture import ShiftMixture
from tightdp.pairs.spliced import Spliced
from tightdp.pairs.weighted_sum import WeightedSum

# Relative error of a weighted mean.
_ROUNDING = 2e-14


@singledispatch
def renyi_sums(pair: AbstractPair, orders: Array) -> PowerSums:
    """``D`` and ``log Psi`` of a pair at each order; from cells where the type has no better way.

    Parameters
    ----------
    pair
        The pair (P, Q).
    orders
        Orders a >= 1/2, finite, ``(k,)``.
    """
    parts = simple_parts(pair)
    if len(parts) == 1 and type(parts[0][1]) is type(pair):
        return product_sums(pair, orders) or sums_of_cells(pair, orders)
    weights = np.array([weight for weight, _ in parts])
    return weighted_sums(weights, [renyi_sums(part, orders) for _, part in parts], orders)


@renyi_sums.register
def _(pair: Discrete, orders: Array) -> PowerSums:
    return power_sums(table_points(pair), orders)


def table_points(pair: Discrete) -> WeightedPoints:
    """The atoms of a table.

    Parameters
    ----------
    pair
        The table.
    """
    if len(pair.losses) == 0:
        nothing = np.full(1, -np.inf)
        return WeightedPoints(np.zeros(1), nothing, nothing, None, pair.p_infinite, pair.q_infinite)
    log_q = np.where(np.isneginf(pair.log_q), pair.log_p - pair.losses, pair.log_q)
    return WeightedPoints(pair.losses, log_q + pair.losses, log_q, None, pair.p_infinite, pair.q_infinite)


@renyi_sums.register
def _(pair: ShiftMixture, orders: Array) -> PowerSums:
    shift = pair.single_shift
    is_gaussian = isinstance(pair.noise, GaussianNoise)
    if shift is None:
        return gaussian_sums(pair, orders) if is_gaussian else laplace_sums(pair, orders)
    theta = abs(shift) / pair.noise.spread
    if is_gaussian:
        return gaussian_shift_sums(theta, orders)
    if bool((orders >= 1.0).all()):
        return laplace_shift_sums(theta, orders)
    return laplace_sums(pair, orders)


@renyi_sums.register
def _(pair: OnIntegers, orders: Array) -> PowerSums:
    return integer_sums(pair.mixture, orders)


@renyi_sums.register
def _(pair: Spliced, orders: Array) -> PowerSums:
    """By quadrature on each side of 0; from cells where a part has none, or orders ask for too many points."""
    try:
        return spliced_sums(pair, orders, renyi_sums(pair.above, orders))
    except CannotAnswer:
        return sums_of_cells(pair, orders)


@renyi_sums.register
def _(pair: WeightedSum, orders: Array) -> PowerSums:
    """``Psi = sum_k c_k Psi_k`` and ``D = sum_k c_k D_k + D'``, ``c_k = w_k^a v_k^(1-a)``, D' of the weights."""
    log_p, log_q = np.log(pair.p_weights), np.log(pair.q_weights)
    infinite = {"p_infinite": pair.p_infinite, "q_infinite": pair.q_infinite}
    choice = renyi_sums(Discrete.from_logs(log_p - log_q, log_p, log_q, **infinite), orders)
    parts = [renyi_sums(part, orders) for part in pair.pairs]
    scales = orders * log_p[:, None] + (1.0 - orders) * log_q[:, None]
    log_moment = log_sum(scales + np.array([part.log_moment for part in parts]))
    product = orders * (orders - 1.0)
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        every = [*parts, choice]
        plain = [np.where(np.isnan(p.excess), np.expm1(p.log_moment) / product, p.excess) for p in every]
        excess = (np.exp(scales) * np.array(plain[:-1])).sum(axis=0) + plain[-1]
    errors = np.array([np.where(np.isnan(p.excess), p.log_error, p.excess_error) for p in every])
    rounding = _ROUNDING * (1.0 + orders) * (1.0 + np.abs(scales).max(axis=0))
    near = (np.abs(log_moment) < NEAR) & np.isfinite(excess)
    unbounded = [part.unbounded for part in every if part.unbounded is not None]
    return PowerSums(
        np.where(near, excess, np.nan),
        log_moment,
        3.0 * errors.max(axis=0) + rounding,
        np.array([part.log_error for part in every]).max(axis=0) + rounding,
        np.logical_or.reduce(unbounded) if unbounded else None,
    )


def weighted_sums(weights: Array, parts: list[PowerSums], orders: Array) -> PowerSums:
    """The sums of a pair drawn by a public index: D and Psi are weighted means.

    Parameters
    ----------
    weights
        Probabilities, ``(m,)``.
    parts
        Sums of each pair.
    orders
        Their orders, ``(k,)``.
    """
    logs = np.log(weights)[:, None] + np.array([part.log_moment for part in parts])
    product = orders * (orders - 1.0)
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        plain = [np.expm1(part.log_moment) / product for part in parts]
    excesses = np.array([np.where(np.isnan(p.excess), e, p.excess) for p, e in zip(parts, plain, strict=True)])
    errors = np.array([np.where(np.isnan(p.excess), p.log_error, p.excess_error) for p in parts])
    excess = weights @ excesses
    revealed = np.isposinf(logs).any(axis=0)
    log_moment = np.where(revealed, np.inf, log_sum(np.where(revealed, 0.0, logs)))
    near = np.abs(log_moment) < NEAR
    unbounded = [part.unbounded for part in parts if part.unbounded is not None]
    return PowerSums(
        np.where(near, excess, np.nan),
        log_moment,
        errors.max(axis=0) * np.where(near, 3.0, 1.0),
        np.array([part.log_error for part in parts]).max(axis=0) + _ROUNDING,
        np.any(unbounded, axis=0) if unbounded else None,
    )
