"""Groups afterwards: what one record loses, converted to the group."""

from __future__ import annotations

from tightdp.accounting.renyi_account import renyi_account
from tightdp.accounting.single_record import single_record
from tightdp.accounting.step import Step
from tightdp.baselines.base_divergences import base_divergences
from tightdp.baselines.case import Case
from tightdp.baselines.group_epsilon_delta import group_epsilon, simple_group_epsilon
from tightdp.baselines.group_rdp import group_rdp, stable_group_rdp
from tightdp.baselines.least_epsilon import HIGHEST_ORDER, real_order_epsilon, whole_order_epsilon
from tightdp.baselines.wang import wang_rdp
from tightdp.baselines.zhu_wang import zhu_wang_rdp
from tightdp.errors import CannotAnswer
from tightdp.numerics.bound import Bound
from tightdp.pairs.pair import Array
from tightdp.relations import AbstractRelation, Substitute
from tightdp.schemes import FullBatch, WithoutReplacement


def classical_rdp(step: Step, relation: AbstractRelation, orders: Array) -> Array:
    """The classical bound for one record: without sampling the mechanism's own, Zhu and Wang, or Wang et al., ``(k,)``.

    Parameters
    ----------
    step
        Mechanism and scheme.
    relation
        Who may differ: one record.
    orders
        Whole orders a >= 2, ``(k,)``.

    Raises
    ------
    CannotAnswer
        If neither was proven for the combination.
    """
    if isinstance(step.scheme, FullBatch):
        unit = "substitute" if isinstance(relation, Substitute) else "add-remove"
        return base_divergences(step.mechanism, unit, orders)
    if isinstance(step.scheme, WithoutReplacement):
        return wang_rdp(step, relation, orders)
    return zhu_wang_rdp(step, relation, orders)


def triangle_epsilon(case: Case) -> Bound:
    """From the classical bound for one record by the weak triangle inequality.

    Parameters
    ----------
    case
        The question.
    """
    size, curve = _group(case), case.added_up_for_one(classical_rdp)
    return whole_order_epsilon(lambda orders: group_rdp(curve, size, orders), case.delta, _highest(size))


def stable_epsilon(case: Case) -> Bound:
    """From the classical bound for one record by stable maps.

    Parameters
    ----------
    case
        The question.
    """
    size, curve = _group(case), case.added_up_for_one(classical_rdp)
    return whole_order_epsilon(lambda orders: stable_group_rdp(curve, size, orders), case.delta, _highest(size))


def post_hoc_epsilon(case: Case) -> Bound:
    """From the tight curve of one record by the weak triangle inequality.

    Parameters
    ----------
    case
        The question.
    """
    size, answer = _group(case), renyi_account(*single_record(case.program, case.relation))

    def curve(orders: Array) -> Array:
        return group_rdp(lambda at: answer.curve(at.tolist()).upper, size, orders)

    return real_order_epsilon(curve, case.delta)


def profile_epsilon(case: Case) -> Bound:
    """From the tight profile of one record by the sum of K terms.

    Parameters
    ----------
    case
        The question.
    """
    size, one = _group(case), case.one_record
    value = group_epsilon(lambda d: one.epsilon(d).upper, lambda e: one.delta(e).upper, size, case.delta)
    return Bound(0.0, value)


def simple_epsilon(case: Case) -> Bound:
    """From the tight profile of one record by the factor ``K e^eps``.

    Parameters
    ----------
    case
        The question.
    """
    size, one = _group(case), case.one_record
    value = simple_group_epsilon(lambda d: one.epsilon(d).upper, lambda e: one.delta(e).upper, size, case.delta)
    return Bound(0.0, value)


def _group(case: Case) -> int:
    """The group size, of at least two."""
    if case.relation.group_size == 1:
        raise CannotAnswer("group privacy afterwards", "the group is one record", "a group size of at least 2")
    return case.relation.group_size


def _highest(size: int) -> int:
    """Orders of a group ask for orders K times as high of one record."""
    return max(3, HIGHEST_ORDER // size)
