"""Poisson sampling of any mechanism at whole orders (Zhu and Wang 2019)."""

from __future__ import annotations

import math
from collections.abc import Iterable

import numpy as np

from tightdp.accounting.step import Step
from tightdp.baselines.base_divergences import base_divergences, whole_orders
from tightdp.baselines.binomial_sum import log_expm1, poisson_divergence
from tightdp.baselines.classical_conditions import one_record, poisson_rate
from tightdp.pairs.pair import Array
from tightdp.relations import AbstractRelation

GENERAL = "ZW19/T5"
SYMMETRIC = "ZW19/T6"
_NAME = "the bound of Zhu and Wang"


def zhu_wang_rdp(step: Step, relation: AbstractRelation, orders: Iterable[float]) -> Array:
    """``log(sum_(k=0..a) C(a, k) (1 - q)^(a - k) q^k e^((k - 1) rho(k))) / (a - 1)``, ``(k,)``.

    Zhu and Wang 2019, Theorem 6. It asks that the odd central moments of the likelihood ratio are not negative.
    They are not for a pair whose two directions are alike: mass q at a ratio r > 1 comes with mass q r at 1 / r, and
    ``(r - 1)^j + r (1 / r - 1)^j = (r - 1)^j (1 - r^(1 - j)) >= 0`` for odd j. Every pair that dominates a mechanism
    here is of this kind, and the sampled pair of a dominating pair dominates (Zhu, Dong, Wang 2022), removal being the
    larger of the two directions (Mironov, Talwar, Zhang 2019, Theorem 5).

    Parameters
    ----------
    step
        Any mechanism on a Poisson batch; rho is its Rényi divergence for one record that comes or goes.
    relation
        add-remove, insert or remove, of one record.
    orders
        Whole orders a >= 2, ``(k,)``.

    Raises
    ------
    CannotAnswer
        If the scheme, the relation or the group size is another one.
    InvalidInput
        If an order is not whole.
    """
    return _bound(step, relation, whole_orders(orders), 1.0)


def zhu_wang_general_rdp(step: Step, relation: AbstractRelation, orders: Iterable[float]) -> Array:
    """The same sum with every term of k >= 3 taken three times, ``(k,)``.

    Zhu and Wang 2019, Theorem 5, the general upper bound: it asks nothing of the likelihood ratio.

    Parameters
    ----------
    step
        Any mechanism on a Poisson batch.
    relation
        add-remove, insert or remove, of one record.
    orders
        Whole orders a >= 2, ``(k,)``.

    Raises
    ------
    CannotAnswer
        If the scheme, the relation or the group size is another one.
    InvalidInput
        If an order is not whole.
    """
    return _bound(step, relation, whole_orders(orders), 3.0)


def _bound(step: Step, relation: AbstractRelation, orders: Array, factor: float) -> Array:
    """The sum whose terms of k >= 3 count ``factor`` times."""
    one_record(_NAME, relation)
    rate = poisson_rate(_NAME, step.scheme, relation)
    k = np.arange(2, max(orders, default=2.0) + 1)
    exponents = (k - 1.0) * base_divergences(step.mechanism, "add-remove", k)
    gains = log_expm1(exponents)
    if factor > 1.0:  # factor e^x - 1 = (factor - 1) e^x + (e^x - 1)
        gains[1:] = np.logaddexp(math.log(factor - 1.0) + exponents[1:], gains[1:])
    return np.array([poisson_divergence(int(order), rate, gains) for order in orders])
