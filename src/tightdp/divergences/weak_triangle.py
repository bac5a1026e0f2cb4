"""Rényi divergence of a chain from those of its links (Mironov 2017, Proposition 11)."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from tightdp.pairs.pair import Array

OrderCurve = Callable[[Array], Array]


def chain_divergence(curve: OrderCurve, links: int, orders: Array, hoelder_exponent: float) -> Array:
    """``R_K(a) <= (a - 1/p) / (a - 1) R_I(p a) + R_J(q (a - 1/p))``, ``I + J = K``, ``1/p + 1/q = 1``, ``(k,)``.

    The weak triangle inequality, applied again and again until I = J = 1. With ``F(a) = (a - 1) R_1(a)``, which is
    convex, the bound times ``a - 1`` is a mean of values of F at orders that are linear in a, so it is convex too.

    Parameters
    ----------
    curve
        R_1: the divergence of a link at each order, ``(k,) -> (k,)``.
    links
        K >= 1.
    orders
        Orders a > 1, ``(k,)``.
    hoelder_exponent
        p > 1.
    """
    leaves = _leaves(links, orders, np.ones(len(orders)), hoelder_exponent)
    asked, at = np.unique(np.concatenate([leaf[1] for leaf in leaves]), return_inverse=True)
    values = curve(asked)[at].reshape(len(leaves), len(orders))
    with np.errstate(over="ignore"):
        return np.sum(np.array([leaf[0] for leaf in leaves]) * values, axis=0)


def _leaves(links: int, orders: Array, factors: Array, p: float) -> list[tuple[Array, Array]]:
    """``R_K(a)`` as a sum of factors times ``R_1``: the factors and the orders."""
    if links == 1:
        return [(factors, orders)]
    inner = orders - 1.0 / p
    first = _leaves((links + 1) // 2, p * orders, factors * inner / (orders - 1.0), p)
    return first + _leaves(links // 2, p / (p - 1.0) * inner, factors, p)
