"""One question that many bounds answer."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from tightdp.accounting.account import account
from tightdp.accounting.answer import Answer
from tightdp.accounting.single_record import single_record
from tightdp.accounting.step import Program, Step
from tightdp.pairs.pair import Array
from tightdp.relations import AbstractRelation

_COARSE = 0.03
StepCurve = Callable[[Step, AbstractRelation, Array], Array]


@dataclass(frozen=True)
class Case:
    """What ran, who may differ, and the delta at which bounds are compared.

    Parameters
    ----------
    program
        What ran.
    relation
        Who may differ.
    delta
        Probability in [0, 1).
    rtol
        Wanted relative gap of composed losses.
    known
        The tight answer, if it is there already.
    """

    program: Program
    relation: AbstractRelation
    delta: float
    rtol: float
    known: Answer | None = None

    @cached_property
    def answer(self) -> Answer:
        """The tight answer."""
        return self.known or account(self.program, self.relation, rtol=self.rtol)

    @cached_property
    def one_record(self) -> Answer:
        """The tight answer about one record, from which a group's may be had afterwards.

        A few percent of so small a delta move the eps of a group by much less than that.
        """
        program, relation = single_record(self.program, self.relation)
        return account(program, relation, rtol=max(self.rtol, _COARSE))

    def added_up(self, curve: StepCurve) -> Callable[[Array], Array]:
        """The divergence of the run when that of each step is bounded by ``curve``.

        Parameters
        ----------
        curve
            ``(step, relation, orders) -> (k,)``.
        """
        return lambda orders: _sum(self.program, self.relation, curve, orders)

    def added_up_for_one(self, curve: StepCurve) -> Callable[[Array], Array]:
        """The same for one record of a group.

        Parameters
        ----------
        curve
            ``(step, relation, orders) -> (k,)``.
        """
        program, relation = single_record(self.program, self.relation)
        return lambda orders: _sum(program, relation, curve, orders)


def _sum(program: Program, relation: AbstractRelation, curve: StepCurve, orders: Array) -> Array:
    total = np.zeros(len(orders))
    for step, count in program.parts:
        total += count * curve(step, relation, orders)
    return total
