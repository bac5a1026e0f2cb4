"""Advanced (strong) composition."""

from __future__ import annotations

import math
from collections.abc import Iterable

from tightdp.baselines.guarantee import Guarantee
from tightdp.errors import InvalidInput
from tightdp.numerics.checks import probability

THEOREM = "DRV10/T3.3"


def advanced_composition(guarantees: Iterable[Guarantee], slack: float) -> tuple[float, float]:
    """``(sqrt(2 log(1/s) sum eps_i^2) + sum eps_i (e^eps_i - 1), s + sum delta_i)``, delta at most 1.

    Dwork, Rothblum, Vadhan 2010, Theorem III.3 (Dwork and Roth 2014, Theorem 3.20), for steps that may differ: each
    loss is at most eps_i with mean at most ``eps_i (e^eps_i - 1)``, and Azuma's inequality adds up the squares.

    Parameters
    ----------
    guarantees
        What each step keeps to, in both directions.
    slack
        s in (0, 1), the delta spent on the deviation from the mean.

    Raises
    ------
    InvalidInput
        If the slack is not in (0, 1).
    """
    spent = probability("slack", slack)
    if not 0.0 < spent < 1.0:
        raise InvalidInput("slack", slack, "in (0, 1)")
    steps = tuple(guarantees)
    squares = math.fsum(step.count * step.epsilon**2 for step in steps)
    mean = math.fsum(step.count * step.epsilon * _expm1(step.epsilon) for step in steps)
    delta = spent + math.fsum(step.count * step.delta for step in steps)
    return math.sqrt(-2.0 * math.log(spent) * squares) + mean, min(1.0, delta)


def _expm1(epsilon: float) -> float:
    return math.expm1(epsilon) if epsilon < 700.0 else math.inf
