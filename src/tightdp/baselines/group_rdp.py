"""Rényi group privacy of any mechanism (Mironov 2017)."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from tightdp.baselines.base_divergences import real_orders
from tightdp.divergences.weak_triangle import OrderCurve, chain_divergence
from tightdp.errors import CannotAnswer, InvalidInput
from tightdp.numerics.checks import real, whole
from tightdp.pairs.pair import Array

TRIANGLE = "M17/P11"
STABLE = "M17/P2"


def group_rdp(curve: OrderCurve, group_size: int, orders: Iterable[float], hoelder_exponent: float = 2.0) -> Array:
    """``rho_K(a) <= (a - 1/p) / (a - 1) rho_I(p a) + rho_J(q (a - 1/p))``, ``I + J = K``, ``1/p + 1/q = 1``, ``(k,)``.

    The weak triangle inequality (Mironov 2017, Proposition 11), applied again and again until I = J = 1. Halves of
    equal size give the published form for powers of two; the inequality holds for any I and J, so an odd group is
    split into parts that differ by one.

    Parameters
    ----------
    curve
        rho_1: the divergence for one record at each order, ``(k,) -> (k,)``, in both directions that a group may take.
    group_size
        K >= 1, a whole number.
    orders
        Orders a > 1, ``(k,)``. With p = 2 whole and half orders ask the curve for whole orders only.
    hoelder_exponent
        p > 1.

    Raises
    ------
    InvalidInput
        If a value is outside its range.
    """
    size = whole("group_size", group_size, 1)
    p = real("hoelder_exponent", hoelder_exponent, "a number > 1")
    if not 1.0 < p < np.inf:
        raise InvalidInput("hoelder_exponent", hoelder_exponent, "a number > 1")
    return chain_divergence(curve, size, real_orders(orders), p)


def stable_group_rdp(curve: OrderCurve, group_size: int, orders: Iterable[float]) -> Array:
    """``rho_K(a) <= 3^c rho_1(K a)`` for ``K = 2^c`` and ``a >= 2``, ``(k,)`` (Mironov 2017, Proposition 2).

    Parameters
    ----------
    curve
        rho_1: the divergence for one record at each order, ``(k,) -> (k,)``.
    group_size
        K, a power of two.
    orders
        Orders a >= 2, ``(k,)``.

    Raises
    ------
    CannotAnswer
        If the group size is no power of two.
    InvalidInput
        If an order is below 2.
    """
    size = whole("group_size", group_size, 1)
    steps = size.bit_length() - 1
    if size != 1 << steps:
        reason = f"it is proven for powers of two, and {size} is none"
        raise CannotAnswer("RDP group privacy by 2^c-stable maps", reason, "group_rdp, which takes every group size")
    wanted = real_orders(orders)
    if steps and wanted.min(initial=2.0) < 2.0:
        order = float(wanted.min())
        raise InvalidInput("order", order, "a number >= 2", "The theorem starts from orders >= 2 * group_size")
    return 3.0**steps * curve(size * wanted)
