"""Rényi divergence of a mechanism on batches at a distance, which every classical bound starts from."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from tightdp.accounting.renyi_direction import renyi_direction
from tightdp.accounting.step import Step
from tightdp.divergences.renyi import checked_order
from tightdp.errors import InvalidInput
from tightdp.mechanisms import AbstractMechanism
from tightdp.mechanisms.unit import Unit
from tightdp.pairs.pair import Array
from tightdp.relations import Change
from tightdp.schemes import FullBatch

# Above it a binomial sum over all orders up to this one takes seconds.
LARGEST_ORDER = 100_000


def base_divergences(mechanism: AbstractMechanism, unit: Unit, orders: Array, distance: int = 1) -> Array:
    """``rho(a)``, the largest ``R_a`` over batches at a distance, ``(k,)``.

    Parameters
    ----------
    mechanism
        What is released about a batch.
    unit
        What one changed record does to the batch.
    orders
        Orders a > 0, ``(k,)``; ``inf`` is the largest loss.
    distance
        Number of changed records, >= 1.
    """
    change = Change(removed=distance) if unit == "add-remove" else Change(substituted=distance)
    return renyi_direction(1 * Step(mechanism, FullBatch()), change, "tightest").curve(orders).upper


def real_orders(orders: Iterable[float]) -> Array:
    """Orders as an array, ``(k,)``.

    Parameters
    ----------
    orders
        Orders a > 1, finite.

    Raises
    ------
    InvalidInput
        If one of them is not a finite number > 1.
    """
    wanted = np.array([checked_order(order) for order in orders], dtype=np.float64)
    for order in wanted[~(np.isfinite(wanted) & (wanted > 1.0))].tolist():
        raise InvalidInput("order", order, "a finite number > 1")
    return wanted


def whole_orders(orders: Iterable[float]) -> Array:
    """Orders as an array, ``(k,)``, for theorems that hold at whole orders only.

    Parameters
    ----------
    orders
        Whole orders from 2 to 100,000; ``3.0`` counts as whole.

    Raises
    ------
    InvalidInput
        If one of them is not.
    """
    wanted = np.array([checked_order(order) for order in orders], dtype=np.float64)
    good = (wanted >= 2.0) & (wanted <= LARGEST_ORDER) & (wanted == np.floor(wanted))
    for order in wanted[~good].tolist():
        raise InvalidInput("order", order, f"a whole number from 2 to {LARGEST_ORDER}", "The theorem is for these only")
    return wanted
