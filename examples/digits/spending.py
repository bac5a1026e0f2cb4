"""The epsilon of what really ran."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from examples.digits.plans import TARGET
from tightdp import Bound, Ledger, Program, Substitute, TrainingPlan, account


def spent_by(path: Path, plan: TrainingPlan) -> Bound:
    """The certified epsilon of the steps in a ledger, which must be those of the plan and within its target.

    Parameters
    ----------
    path
        The ledger, read from disk again.
    plan
        What was meant to run.

    Raises
    ------
    RuntimeError
        If something else ran, or it spent more than the target.
    """
    with Ledger.open(path) as ledger:
        program, relation = ledger.program, ledger.relation
    if (program, relation) != (plan.program, plan.relation):
        raise RuntimeError(f"{path} is not what was planned")
    spent = epsilon_of(program, relation.group_size)
    if spent.upper > TARGET.epsilon:
        raise RuntimeError(f"{path} spent {spent.upper}, more than {TARGET.epsilon}")
    return spent


@cache
def epsilon_of(program: Program, group_size: int) -> Bound:
    """Both ends at the target's delta; equal questions are answered once.

    Parameters
    ----------
    program
        What ran.
    group_size
        How many records may be replaced.
    """
    return account(program, Substitute(group_size)).epsilon(TARGET.delta)
