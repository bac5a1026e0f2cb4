"""Composition by adding up."""

from __future__ import annotations

import math
from collections.abc import Iterable

from tightdp.baselines.guarantee import Guarantee

THEOREM = "DR14/T3.16"


def naive_composition(guarantees: Iterable[Guarantee]) -> tuple[float, float]:
    """``(sum eps_i, sum delta_i)``, delta at most 1 (Dwork and Roth 2014, Theorem 3.16).

    Parameters
    ----------
    guarantees
        What each step keeps to.
    """
    steps = tuple(guarantees)
    total = math.fsum(step.count * step.epsilon for step in steps)
    return total, min(1.0, math.fsum(step.count * step.delta for step in steps))
