"""The self-consistent bounds for sampling without replacement (Wang, Balle and Kasiviswanathan 2019)."""

from __future__ import annotations

import math
from collections.abc import Iterable

import numpy as np

from tightdp.accounting.step import Step
from tightdp.baselines.base_divergences import whole_orders
from tightdp.baselines.binomial_sum import divergence_of_log_excess
from tightdp.baselines.classical_conditions import fixed_size, one_record
from tightdp.baselines.ratio_points import RatioPoints, ratio_points
from tightdp.baselines.wang import fixed_size_divergence, log_gains
from tightdp.numerics.log_domain import log_sum
from tightdp.pairs.pair import Array
from tightdp.relations import AbstractRelation

THEOREM = "WBK19/T27"
_NAME = "the self-consistent bound of Wang, Balle and Kasiviswanathan"
# Below it a sum of a few powers, above it a difference that keeps its digits.
_NEAR = 0.3
_POWERS = 17


def wang_self_consistent_rdp(step: Step, relation: AbstractRelation, orders: Iterable[float]) -> Array:
    """``log(1 + g^2 C(a, 2) z_2 + 4 sum_(j=3..a) g^j C(a, j) E_Q |P/Q - 1|^j) / (a - 1)`` with g = m / n, ``(k,)``.

    ``z_2`` is that of Theorem 9; the sum is done under the integral, as ``E_Q[(1 + x)^a - 1 - a x - C(a, 2) x^2]`` with
    ``x = g |P/Q - 1|`` (Wang, Balle, Kasiviswanathan 2019, Theorem 27).

    Parameters
    ----------
    step
        Gaussian or Laplace noise, or a mechanism of finitely many outputs, on a batch drawn without replacement.
    relation
        substitute, of one record.
    orders
        Whole orders a >= 2, ``(k,)``.

    Raises
    ------
    CannotAnswer
        If the mechanism, the scheme, the relation or the group size is another one.
    InvalidInput
        If an order is not whole.
    """
    one_record(_NAME, relation)
    size, batch = fixed_size(_NAME, step.scheme, relation)
    wanted = whole_orders(orders)
    share = batch / size
    second = float(log_gains(step.mechanism, 2)[0]) + 2.0 * math.log(share)
    pair = step.mechanism.group_pair(1, "substitute")

    def divergence(order: float) -> float:
        points = ratio_points(pair, order)
        first = second + math.log(0.5 * order * (order - 1.0))
        rest = math.log(4.0) + _log_rest(points, share, order)
        return divergence_of_log_excess(float(np.logaddexp(first, rest)), order)

    return np.array([divergence(order) for order in wanted.tolist()])


def wang_expansion_rdp(step: Step, relation: AbstractRelation, orders: Iterable[float]) -> Array:
    """Theorem 9 with ``z_j`` at most ``4 sqrt(B(2 floor(j/2)) B(2 ceil(j/2)))`` for j >= 3, ``(k,)``.

    Here ``B(l) = E_Q (P/Q - 1)^l`` for even l. The published form takes B as an alternating sum of moments; it is
    integrated here, since that sum loses all digits.

    Parameters
    ----------
    step
        As for :func:`wang_self_consistent_rdp`.
    relation
        substitute, of one record.
    orders
        Whole orders a >= 2, ``(k,)``.

    Raises
    ------
    CannotAnswer
        If the mechanism, the scheme, the relation or the group size is another one.
    InvalidInput
        If an order is not whole.
    """
    one_record(_NAME, relation)
    size, batch = fixed_size(_NAME, step.scheme, relation)
    wanted = whole_orders(orders)
    highest = int(max(wanted, default=2.0))
    gains = log_gains(step.mechanism, highest)
    points = ratio_points(step.mechanism.group_pair(1, "substitute"), highest + 1.0)
    even = np.array([points.log_moment(power) for power in range(2, highest + 2, 2)])
    j = np.arange(3, highest + 1)
    gains[1:] = np.minimum(gains[1:], math.log(4.0) + 0.5 * (even[j // 2 - 1] + even[(j + 1) // 2 - 1]))
    return np.array([fixed_size_divergence(int(order), batch / size, gains) for order in wanted])


def _log_rest(points: RatioPoints, share: float, order: float) -> float:
    """``log E_Q[(1 + x)^a - 1 - a x - C(a, 2) x^2]``."""
    if order == 2.0:
        return -math.inf
    log_x = math.log(share) + points.log_distance
    scaled = math.log(order) + log_x
    power = order * np.logaddexp(0.0, log_x)
    near = scaled < math.log(_NEAR)
    x = np.exp(np.where(near, log_x, -np.inf))
    term, total = np.full(len(x), order * (order - 1.0) / 2.0), np.zeros(len(x))
    for j in range(3, min(int(order), _POWERS) + 1):
        term = term * (order - j + 1.0) / j * (1.0 if j == 3 else x)
        total += term
    with np.errstate(divide="ignore", invalid="ignore"):
        small = 3.0 * log_x + np.log(total)
        taken = np.exp(-power) + np.exp(scaled - power) + np.exp(math.log(0.5 - 0.5 / order) + 2.0 * scaled - power)
        large = power + np.log(np.maximum(1.0 - taken, 0.0))
    return float(log_sum(points.log_q + np.where(near, small, large)))
