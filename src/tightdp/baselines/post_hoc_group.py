"""Group privacy afterwards: the tight Rényi curve of one record, converted to the group last."""

from __future__ import annotations

from collections.abc import Iterable

from tightdp.accounting.renyi_account import renyi_account
from tightdp.accounting.single_record import single_record
from tightdp.accounting.step import Program, Step
from tightdp.baselines.group_rdp import group_rdp
from tightdp.pairs.pair import Array
from tightdp.relations import AbstractRelation


def post_hoc_group_rdp(
    program: Program | Step, relation: AbstractRelation, orders: Iterable[float], hoelder_exponent: float = 2.0
) -> Array:
    """``rho_K(a)`` by the weak triangle inequality from the tight ``rho_1`` of the run, ``(k,)``.

    Parameters
    ----------
    program
        What ran, under any scheme and mechanism.
    relation
        Who may differ, with its group size K.
    orders
        Orders a > 1, ``(k,)``.
    hoelder_exponent
        p > 1, as in :func:`group_rdp`.

    Raises
    ------
    CannotAnswer
        If nothing is proven for one record of the run.
    InvalidInput
        If an order is not a finite number > 1, or p is not above 1.
    """
    run = 1 * program if isinstance(program, Step) else program
    answer = renyi_account(*single_record(run, relation))
    return group_rdp(lambda at: answer.curve(at.tolist()).upper, relation.group_size, orders, hoelder_exponent)
