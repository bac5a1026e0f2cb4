"""Optimal composition of equal guarantees."""

from __future__ import annotations

import math

import numpy as np
from scipy.special import expit

from tightdp.baselines.guarantee import Guarantee
from tightdp.errors import CannotAnswer
from tightdp.numerics.checks import below_one, nonnegative

THEOREM = "KOV17/T3.3"
_MOST_STEPS = 10**9
# Deviations in units of sqrt(T) beyond which a binomial law has less mass than e^-800.
_REACH = 20.0
_HALVINGS = 60


def optimal_composition_delta(guarantee: Guarantee, epsilon: float) -> float:
    """``1 - (1 - delta)^T (1 - sum_l Bin(l; T, p) (1 - e^(eps - (2 l - T) eps_0))_+)``, ``p = 1 / (1 + e^-eps_0)``.

    The exact delta of T steps of which only (eps_0, delta) is known (Kairouz, Oh, Viswanath 2017, Theorem 3.3; for
    every eps, Murtagh and Vadhan 2016, Theorem 1.5 with equal steps).

    Parameters
    ----------
    guarantee
        What each of its T steps keeps to, in both directions.
    epsilon
        eps >= 0 in nats.

    Raises
    ------
    CannotAnswer
        If there are more than 10^9 steps.
    InvalidInput
        If epsilon is negative.
    """
    wanted = nonnegative("epsilon", epsilon)
    steps, one = guarantee.count, guarantee.epsilon
    if steps > _MOST_STEPS:
        asked = f"optimal composition of {steps} steps"
        raise CannotAnswer(asked, "its sum is taken term by term, up to 10^9 steps", "account, which is as tight")
    kept = steps * math.log1p(-guarantee.delta) if guarantee.delta < 1.0 else -math.inf
    excess = 0.0 if one == 0.0 or wanted >= steps * one else _excess(one, steps, wanted)
    return min(1.0, -math.expm1(kept) + math.exp(kept) * excess)


def optimal_composition(guarantee: Guarantee, delta: float) -> float:
    """The least eps >= 0 with :func:`optimal_composition_delta` at most delta; ``inf`` if there is none.

    Parameters
    ----------
    guarantee
        What each of its T steps keeps to, in both directions.
    delta
        Probability in [0, 1).

    Raises
    ------
    CannotAnswer
        If there are more than 10^9 steps.
    InvalidInput
        If delta is not in [0, 1).
    """
    wanted = below_one("delta", delta)
    low, high = 0.0, guarantee.count * guarantee.epsilon
    if optimal_composition_delta(guarantee, high) > wanted:
        return math.inf
    if wanted == 0.0 or optimal_composition_delta(guarantee, low) <= wanted:
        return high if wanted == 0.0 else low
    for _ in range(_HALVINGS):
        middle = 0.5 * (low + high)
        is_enough = optimal_composition_delta(guarantee, middle) <= wanted
        low, high = (low, middle) if is_enough else (middle, high)
    return high


def _excess(one: float, steps: int, epsilon: float) -> float:
    """``sum_l Bin(l; T, p) (1 - e^(eps - (2 l - T) eps_0))_+``, over the terms that have mass.

    Weights come from their ratios ``(T - l) / (l + 1) e^eps_0``, starting at the mode, and are divided by their sum.
    """
    chance = float(expit(one))
    reach = _REACH * math.sqrt(steps)
    first = max(0, math.floor(steps * chance - reach))
    last = min(steps, math.ceil(steps * chance + reach))
    successes = np.arange(first, last + 1, dtype=np.float64)
    log_ratios = np.log((steps - successes[:-1]) / (successes[:-1] + 1.0)) + one
    log_weights = np.concatenate([[0.0], np.cumsum(log_ratios)])
    weights = np.exp(log_weights - log_weights.max())
    gains = -np.expm1(np.minimum(epsilon - (2.0 * successes - steps) * one, 0.0))
    return float((weights * gains).sum() / weights.sum())
