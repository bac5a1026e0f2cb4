"""Inserted records under Poisson sampling of Gaussian noise, by Jensen's inequality."""

from __future__ import annotations

import math
from collections.abc import Iterable

import numpy as np

from tightdp.accounting.step import Step
from tightdp.baselines.base_divergences import real_orders
from tightdp.baselines.classical_conditions import poisson_rate
from tightdp.errors import CannotAnswer
from tightdp.mechanisms import Gaussian
from tightdp.numerics.log_domain import log_sum
from tightdp.pairs.pair import Array
from tightdp.relations import AbstractRelation, Insert
from tightdp.schemes.binomial_weights import binomial_weights

THEOREM = "S24/J"
_NAME = "the bound by Jensen's inequality"


def jensen_rdp(step: Step, relation: AbstractRelation, orders: Iterable[float]) -> Array:
    """``(a - 1) m^2 / (2 sigma^2) - log Z``, ``(k,)``, with ``Z = sum_j w_j e^(-j^2 / (2 sigma^2))``.

    Here w is the binomial law of how many of the K inserted records are drawn, and m its mean after tilting by
    ``e^(-j^2 / (2 sigma^2))``. Proof: under P = N(0), ``Q/P = Z sum_j w'_j e^(-j z / sigma^2) >= Z e^(-m z / sigma^2)``
    by Jensen's inequality, and ``R_a = log E_P[(Q/P)^(1 - a)] / (a - 1)``.

    Parameters
    ----------
    step
        Gaussian noise on a Poisson batch.
    relation
        insert, with its group size K.
    orders
        Orders a > 1, ``(k,)``.

    Raises
    ------
    CannotAnswer
        If the noise, the scheme or the relation is another one.
    InvalidInput
        If an order is not a finite number > 1.
    """
    rate = poisson_rate(_NAME, step.scheme, relation)
    mechanism = step.mechanism
    if not isinstance(relation, Insert):
        raise CannotAnswer(_NAME, "it is proven for inserted records, and removals lose more", "the relation insert")
    if not isinstance(mechanism, Gaussian) or mechanism.noise_multiplier == 0.0:
        raise CannotAnswer(_NAME, "it is proven for Gaussian noise of positive scale only", "direct_transport_rdp")
    wanted = real_orders(orders)
    scale = 2.0 * mechanism.noise_multiplier**2
    weights = np.array(binomial_weights(relation.group_size, rate))
    counts = np.arange(len(weights), dtype=np.float64)
    with np.errstate(divide="ignore"):
        logs = np.log(weights) - counts * counts / scale
    # 1 - Z as a sum of small terms, so that log Z keeps its digits at small rates.
    missing = math.fsum(-weights * np.expm1(-counts * counts / scale))
    log_mass = math.log1p(-missing) if missing < 0.5 else float(log_sum(logs))
    mean = math.fsum(counts * np.exp(logs - log_mass))
    return (wanted - 1.0) * mean * mean / scale - log_mass
