"""A Rényi budget that is set before the run and holds whatever is chosen on the way."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from tightdp.accounting import Program, Step
from tightdp.accounting.renyi_account import renyi_account
from tightdp.divergences.renyi_conversion import best_epsilon
from tightdp.errors import InvalidInput
from tightdp.numerics.checks import real
from tightdp.relations import AbstractRelation


@dataclass(frozen=True)
class RenyiFilter:
    """``sum_t R_a(step t) <= budget`` at one order a, checked before each step (Feldman and Zrnic 2021).

    Steps may be chosen after seeing earlier releases, noise, rates and their number included. Given what was released
    before, the a-th moment of a step's likelihood ratio is at most ``e^((a-1) R_a)``, so the moment of the whole run
    divided by ``e^((a-1) sum R_a)`` is at most 1 by taking expectations from the last step to the first; where the sum
    never exceeds the budget, the run has Rényi divergence at most the budget.

    Parameters
    ----------
    order
        a > 1, fixed before the run. About ``1 + 2 log(1/delta) / epsilon`` suits a target (epsilon, delta).
    budget
        Largest Rényi divergence of that order, > 0, in nats.

    Raises
    ------
    InvalidInput
        If a number is outside its range.
    """

    order: float
    budget: float

    def __post_init__(self) -> None:
        for name, least in (("order", 1.0), ("budget", 0.0)):
            allowed = f"a finite number above {least:g}"
            value = real(name, getattr(self, name), allowed)
            if not least < value < math.inf:
                raise InvalidInput(name, value, allowed)
            object.__setattr__(self, name, value)

    @property
    def theorem(self) -> str:
        """Key of the theorem in ``docs/theorems.md``."""
        return "FZ21"

    def spent(self, program: Program, relation: AbstractRelation) -> float:
        """Upper end of the divergence of the steps so far, the larger of the directions.

        Parameters
        ----------
        program
            The steps.
        relation
            Who may differ.
        """
        totals = np.zeros(len(relation.directions()))
        for step, count in program.parts:
            totals += count * np.array(_costs(step, relation, self.order))
        return float(np.max(totals)) * (1.0 + 1e-12)

    def allows(self, program: Program, relation: AbstractRelation) -> bool:
        """Whether the steps stay within the budget.

        Parameters
        ----------
        program
            The steps, those that are asked about included.
        relation
            Who may differ.
        """
        return self.spent(program, relation) <= self.budget

    def epsilon(self, delta: float) -> float:
        """The epsilon that the budget proves for every run that stays within it (Asoodeh et al. 2020, Theorem 3).

        Parameters
        ----------
        delta
            Probability in (0, 1).

        Raises
        ------
        InvalidInput
            If delta is not in (0, 1).
        """
        share = real("delta", delta, "in (0, 1)")
        if not 0.0 < share < 1.0:
            raise InvalidInput("delta", delta, "in (0, 1)")
        return float(best_epsilon(np.array([self.order]), np.array([self.budget]), share)[0])


@lru_cache(maxsize=4096)
def _costs(step: Step, relation: AbstractRelation, order: float) -> tuple[float, ...]:
    """Upper end of one step's divergence in each direction."""
    orders = np.array([order])
    return tuple(float(one.curve(orders).upper[0]) for one in renyi_account(step, relation).directions)
