"""Mechanism-agnostic amplification by the maximal coupling, at every Rényi order."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from tightdp.accounting.renyi_account import renyi_account
from tightdp.accounting.step import Program, Step
from tightdp.baselines.base_divergences import real_orders
from tightdp.pairs.pair import Array
from tightdp.relations import AbstractRelation


def maximal_coupling_rdp(program: Program | Step, relation: AbstractRelation, orders: Iterable[float]) -> Array:
    """``log(sum_(k>=1) w_k / w e^((a - 1) R_a((1 - w) Q_k + w P_k || Q_k))) / (a - 1)``, ``(k,)``, for removal.

    Here w_k is the probability that a batch holds k changed records, w their sum and (P_k, Q_k) the mechanism's pair at
    distance k (B18 Theorems 2, 7 and 8 to 11; S24 section 4). It is the library's route ``"agnostic"``.

    Parameters
    ----------
    program
        What ran.
    relation
        Who may differ. Under add-remove with more than two records no such coupling is known.
    orders
        Orders a > 1, ``(k,)``.

    Raises
    ------
    CannotAnswer
        If unequal numbers of records are inserted and removed, or nothing is proven for the combination.
    InvalidInput
        If an order is not a finite number > 1.
    """
    wanted = real_orders(orders)
    return np.array(renyi_account(program, relation, route="agnostic").curve(wanted.tolist()).upper)
