"""Rényi divergence of one pair."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, replace

import numpy as np

from tightdp.divergences.renyi_sums import renyi_sums
from tightdp.errors import InvalidInput
from tightdp.numerics.bound import Bound
from tightdp.numerics.checks import real
from tightdp.pairs.discrete import Discrete
from tightdp.pairs.pair import AbstractPair, Array
from tightdp.pairs.swapped import swap

# Tables count tails that they cut as revealed, at no more mass than this. No lower end rests on so little.
CUT = 1e-290


@dataclass(frozen=True, eq=False)
class RenyiCurve:
    """Certified ends of ``R_a(P || Q)`` in nats, one for each order.

    Parameters
    ----------
    orders
        Orders a, ``(k,)``.
    lower, upper
        Ends, ``(k,)``; ``inf`` where the divergence is infinite.
    """

    orders: Array
    lower: Array
    upper: Array

    def bounds(self) -> tuple[Bound, ...]:
        """The ends as bounds, ``(k,)``."""
        return tuple(Bound(a, b) for a, b in zip(self.lower.tolist(), self.upper.tolist(), strict=True))


def renyi_of(pair: AbstractPair, orders: Iterable[float]) -> RenyiCurve:
    """``R_a = log(integral of P^a Q^(1-a)) / (a - 1)``; at 1 the relative entropy, at ``inf`` the largest loss.

    With ``Psi - 1 = a (a - 1) D`` and D an integral of positive terms, ``R_a = log1p(a (a - 1) D) / (a - 1)`` keeps
    its digits for small divergences and through a = 1. Orders below 1/2 are those of the other direction:
    ``R_a(P || Q) = a / (1 - a) R_(1-a)(Q || P)``. The error bounds of the quadrature and of rounding are in the ends.

    Parameters
    ----------
    pair
        The pair (P, Q).
    orders
        Orders a > 0, ``(k,)``; 1 and ``inf`` are the limits.

    Raises
    ------
    InvalidInput
        If an order is not a number > 0.
    """
    wanted = np.array([checked_order(order) for order in orders], dtype=np.float64)
    lower, upper = np.empty(len(wanted)), np.empty(len(wanted))
    support = pair.support
    highest = math.inf if support.p_infinite > 0.0 else max(support.highest, 0.0)
    direct, mirrored, last = (wanted >= 0.5) & np.isfinite(wanted), wanted < 0.5, np.isinf(wanted)
    lower[last], upper[last] = max(support.highest, 0.0) if support.p_infinite <= CUT else highest, highest
    if bool(direct.any()):
        lower[direct], upper[direct] = _ends(pair, wanted[direct])
    if bool(mirrored.any()):
        orders_there = wanted[mirrored]
        factor = orders_there / (1.0 - orders_there)
        ends = _ends(swap(pair), 1.0 - orders_there)
        lower[mirrored], upper[mirrored] = factor * ends[0], factor * ends[1]
    upper = np.minimum(upper, highest)
    return RenyiCurve(wanted, np.minimum(lower, upper), upper)


def checked_order(order: object) -> float:
    """An order as a float > 0.

    Raises
    ------
    InvalidInput
        If it is not a number > 0.
    """
    value = real("order", order, "a number > 0")
    if value <= 0.0:
        raise InvalidInput("order", order, "a number > 0")
    return value


def _ends(pair: AbstractPair, orders: Array) -> tuple[Array, Array]:
    """Both ends at orders of at least 1/2."""
    if pair.is_trivial:
        return np.zeros(len(orders)), np.zeros(len(orders))
    support = pair.support
    sums = renyi_sums(pair, orders)
    h = orders - 1.0
    by_excess = np.isfinite(sums.excess)
    ends: list[Array] = []
    for sign in (-1.0, 1.0):
        excess = np.where(by_excess, sums.excess * np.maximum(1.0 + sign * sums.excess_error, 0.0), 0.0)
        with np.errstate(divide="ignore", invalid="ignore"):
            far = (sums.log_moment + sign * np.sign(h) * sums.log_error) / h
        ends.append(np.where(by_excess, divergence_of_excess(excess, orders), far))
    lower, upper = np.maximum(ends[0], 0.0), np.maximum(ends[1], 0.0)
    if sums.unbounded is not None:
        upper = np.where(sums.unbounded, np.inf, upper)
    if support.p_infinite > 0.0:
        upper = np.where(h < 0.0, upper, np.inf)
        lower = np.where(h < 0.0, lower, np.inf if support.p_infinite > CUT else _without_cut(pair, orders, lower))
    return lower, upper


def _without_cut(pair: AbstractPair, orders: Array, lower: Array) -> Array:
    """Lower ends that do not rest on the mass of cut tails: of a table's finite part, else by the moment alone."""
    if isinstance(pair, Discrete):
        return _ends(replace(pair, p_infinite=0.0), orders)[0]
    return np.nan_to_num(lower, nan=0.0, posinf=0.0)


def divergence_of_excess(excess: Array, orders: Array) -> Array:
    """``log1p(a h D) / h`` as ``a D log1p(y) / y`` with ``h = a - 1`` and ``y = a h D``.

    Parameters
    ----------
    excess
        D, ``(k,)``.
    orders
        Orders a, ``(k,)``.
    """
    finite = np.where(np.isfinite(excess), excess, 0.0)
    y = np.maximum(orders * (orders - 1.0) * finite, -1.0)
    safe = np.where(y == 0.0, 1.0, y)
    with np.errstate(divide="ignore"):
        value = orders * finite * np.where(y == 0.0, 1.0, np.log1p(safe) / safe)
    return np.where(np.isfinite(excess), value, np.inf)
