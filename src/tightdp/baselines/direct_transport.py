"""Transport of whole batches, without conditioning on who is in them."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from tightdp.accounting.step import Step
from tightdp.baselines.base_divergences import base_divergences, real_orders
from tightdp.mechanisms.unit import Unit
from tightdp.numerics.log_domain import log_sum
from tightdp.pairs.pair import Array
from tightdp.relations import AbstractRelation, Change

THEOREM = "S24/T3.3"


def direct_transport_rdp(step: Step, relation: AbstractRelation, orders: Iterable[float]) -> Array:
    """``log(sum_k w_k e^((a - 1) rho_k(a))) / (a - 1)``, the largest over the directions, ``(k,)`` (S24 Theorem 3.3).

    Here rho_k is the mechanism's divergence at k changed records, and w_k the probability of that distance when both
    batches are drawn in the same way: replaced records are drawn together, removed and inserted ones each on their own.

    Parameters
    ----------
    step
        Mechanism and scheme.
    relation
        Who may differ, and how many.
    orders
        Orders a > 1, ``(k,)``.

    Raises
    ------
    CannotAnswer
        If the scheme or the mechanism knows no answer for the relation.
    InvalidInput
        If an order is not a finite number > 1.
    """
    wanted = real_orders(orders)
    return np.max([_one_direction(step, change, wanted) for change in relation.directions()], axis=0)


def _one_direction(step: Step, change: Change, orders: Array) -> Array:
    counts = step.scheme.law(change)
    unit: Unit = "substitute" if change.substituted else counts.unit
    weights = np.array(counts.p) if change.substituted else np.convolve(counts.p, counts.q)
    parts = [(k, float(weight)) for k, weight in enumerate(weights) if k and weight > 0.0]
    if not parts:
        return np.zeros(len(orders))
    h = orders - 1.0
    exponents = np.array([h * base_divergences(step.mechanism, unit, orders, k) for k, _ in parts])
    shares = np.log([weight for _, weight in parts])[:, None]
    near = exponents.max(axis=0) < 1.0
    with np.errstate(divide="ignore"):
        gains = np.log(np.expm1(np.where(near, exponents, 0.0)))
        excess = np.where(near, log_sum(shares + gains), -np.inf)
        unchanged = np.log(max(0.0, float(weights[0])))
    far = np.logaddexp(unchanged, log_sum(shares + exponents))
    return np.maximum(np.where(near, np.log1p(np.exp(excess)), far), 0.0) / h
