"""Sampling without replacement of any mechanism at whole orders (Wang, Balle and Kasiviswanathan 2019)."""

from __future__ import annotations

import math
from collections.abc import Iterable

import numpy as np

from tightdp.accounting.step import Step
from tightdp.baselines.base_divergences import base_divergences, whole_orders
from tightdp.baselines.binomial_sum import divergence_of_log_excess, log_binomials, log_expm1
from tightdp.baselines.classical_conditions import fixed_size, one_record
from tightdp.mechanisms import AbstractMechanism
from tightdp.numerics.log_domain import log_sum
from tightdp.pairs.pair import Array
from tightdp.relations import AbstractRelation

THEOREM = "WBK19/T9"
_NAME = "the bound of Wang, Balle and Kasiviswanathan"


def wang_rdp(step: Step, relation: AbstractRelation, orders: Iterable[float]) -> Array:
    """``log(1 + sum_(j=2..a) g^j C(a, j) z_j) / (a - 1)`` with g = m / n and rho the mechanism's divergence, ``(k,)``.

    ``z_2 = min(4 (e^rho(2) - 1), e^rho(2) min(2, (e^rho(inf) - 1)^2))`` and
    ``z_j = e^((j - 1) rho(j)) min(2, (e^rho(inf) - 1)^j)`` (Wang, Balle, Kasiviswanathan 2019, Theorem 9).

    Parameters
    ----------
    step
        Any mechanism on a batch drawn without replacement; rho is its Rényi divergence for one replaced record.
    relation
        substitute, of one record.
    orders
        Whole orders a >= 2, ``(k,)``.

    Raises
    ------
    CannotAnswer
        If the scheme, the relation or the group size is another one.
    InvalidInput
        If an order is not whole.
    """
    one_record(_NAME, relation)
    size, batch = fixed_size(_NAME, step.scheme, relation)
    wanted = whole_orders(orders)
    gains = log_gains(step.mechanism, int(max(wanted, default=2.0)))
    return np.array([fixed_size_divergence(int(order), batch / size, gains) for order in wanted])


def log_gains(mechanism: AbstractMechanism, highest: int) -> Array:
    """``log z_j`` for j = 2, ..., highest, ``(highest - 1,)``.

    Parameters
    ----------
    mechanism
        What is released about a batch.
    highest
        The largest j.
    """
    j = np.arange(2, highest + 1, dtype=np.float64)
    rho = base_divergences(mechanism, "substitute", np.append(j, np.inf))
    with np.errstate(invalid="ignore"):
        by_range = np.minimum(math.log(2.0), j * log_expm1(rho[-1:]))
        gains = (j - 1.0) * rho[:-1] + by_range
    gains = np.where(rho[:-1] == 0.0, -np.inf, gains)
    gains[0] = min(gains[0], math.log(4.0) + float(log_expm1(rho[:1])[0]))
    return gains


def fixed_size_divergence(order: int, share: float, gains: Array) -> float:
    """``log(1 + sum_(j=2..a) g^j C(a, j) z_j) / (a - 1)``.

    Parameters
    ----------
    order
        a >= 2, a whole number.
    share
        g = m / n in (0, 1].
    gains
        ``log z_j`` for j = 2, 3, ..., at least up to a.
    """
    j = np.arange(2, order + 1, dtype=np.float64)
    terms = j * math.log(share) + log_binomials(order, 2) + gains[: order - 1]
    return divergence_of_log_excess(float(log_sum(terms)), order)
