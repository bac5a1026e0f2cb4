"""(epsilon, delta) guarantees of the steps of a run, from which composition theorems start."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from tightdp.accounting.answer import Answer
from tightdp.accounting.direction import direction
from tightdp.accounting.step import Program
from tightdp.numerics.checks import nonnegative, probability, whole
from tightdp.relations import AbstractRelation


@dataclass(frozen=True)
class Guarantee:
    """Each of ``count`` steps is (epsilon, delta)-private in both directions.

    Parameters
    ----------
    epsilon
        eps >= 0 in nats, finite.
    delta
        Probability in [0, 1].
    count
        How many steps.

    Raises
    ------
    InvalidInput
        If a value is outside its range.
    """

    epsilon: float
    delta: float = 0.0
    count: int = 1

    def __post_init__(self) -> None:
        object.__setattr__(self, "epsilon", nonnegative("epsilon", self.epsilon))
        object.__setattr__(self, "delta", probability("delta", self.delta))
        object.__setattr__(self, "count", whole("count", self.count, 0))


@lru_cache(maxsize=64)
def step_epsilons(program: Program, relation: AbstractRelation, delta: float, rtol: float = 1e-3) -> tuple[float, ...]:
    """The least eps of one step of each kind at delta, the larger of both directions; ``inf`` where there is none.

    Composition theorems for guarantees need both directions, also where the relation asks for one only.

    Parameters
    ----------
    program
        What ran.
    relation
        Who may differ.
    delta
        Probability in [0, 1).
    rtol
        Wanted relative gap, as in :func:`account`.
    """
    changes = dict.fromkeys(each for change in relation.directions() for each in (change, change.swapped()))
    found: list[float] = []
    for step, _ in program.parts:
        one = 1 * step
        directions = tuple(direction(one, change, "tightest") for change in changes)
        found.append(Answer(one, relation, directions, rtol, "tightest").epsilon(delta).upper)
    return tuple(found)
