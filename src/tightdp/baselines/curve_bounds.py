"""Bounds by Rényi divergences of single steps, added up over the run."""

from __future__ import annotations

import numpy as np

from tightdp.accounting.account import account
from tightdp.accounting.renyi_account import renyi_account
from tightdp.accounting.step import Step
from tightdp.baselines.abadi import abadi_rdp
from tightdp.baselines.case import Case
from tightdp.baselines.direct_transport import direct_transport_rdp
from tightdp.baselines.jensen import jensen_rdp
from tightdp.baselines.least_epsilon import real_order_epsilon, whole_order_epsilon
from tightdp.baselines.wang import wang_rdp
from tightdp.baselines.wang_self_consistent import wang_self_consistent_rdp
from tightdp.baselines.zhu_wang import zhu_wang_general_rdp, zhu_wang_rdp
from tightdp.numerics.bound import Bound
from tightdp.pairs.pair import Array
from tightdp.relations import AbstractRelation

# The self-consistent bound integrates anew at each order.
_HIGHEST_INTEGRAL = 256


def renyi_epsilon(case: Case) -> Bound:
    """The tight Rényi curve.

    Parameters
    ----------
    case
        The question.
    """
    return renyi_account(case.program, case.relation).epsilon(case.delta)


def agnostic_epsilon(case: Case) -> Bound:
    """The losses of the mechanism-agnostic pairs, composed.

    Parameters
    ----------
    case
        The question.
    """
    return account(case.program, case.relation, rtol=case.rtol, route="agnostic").epsilon(case.delta)


def maximal_coupling_epsilon(case: Case) -> Bound:
    """The Rényi curve of the mechanism-agnostic pairs.

    Parameters
    ----------
    case
        The question.
    """
    return renyi_account(case.program, case.relation, route="agnostic").epsilon(case.delta)


def direct_transport_epsilon(case: Case) -> Bound:
    """Transport of whole batches.

    Parameters
    ----------
    case
        The question.
    """
    return real_order_epsilon(case.added_up(direct_transport_rdp), case.delta)


def jensen_epsilon(case: Case) -> Bound:
    """Inserted records by Jensen's inequality.

    Parameters
    ----------
    case
        The question.
    """
    return real_order_epsilon(case.added_up(jensen_rdp), case.delta)


def abadi_epsilon(case: Case) -> Bound:
    """The moments accountant.

    Parameters
    ----------
    case
        The question.
    """
    return whole_order_epsilon(case.added_up(abadi_rdp), case.delta)


def zhu_wang_epsilon(case: Case) -> Bound:
    """Zhu and Wang, for symmetric pairs.

    Parameters
    ----------
    case
        The question.
    """
    return whole_order_epsilon(case.added_up(zhu_wang_rdp), case.delta)


def zhu_wang_general_epsilon(case: Case) -> Bound:
    """Zhu and Wang, for any pair.

    Parameters
    ----------
    case
        The question.
    """
    return whole_order_epsilon(case.added_up(zhu_wang_general_rdp), case.delta)


def wang_epsilon(case: Case) -> Bound:
    """Wang, Balle and Kasiviswanathan, Theorem 9.

    Parameters
    ----------
    case
        The question.
    """
    return whole_order_epsilon(case.added_up(wang_rdp), case.delta)


def wang_self_consistent_epsilon(case: Case) -> Bound:
    """Wang, Balle and Kasiviswanathan, the self-consistent form, or Theorem 9 where that is smaller.

    Parameters
    ----------
    case
        The question.
    """

    def curve(step: Step, relation: AbstractRelation, orders: Array) -> Array:
        return np.minimum(wang_self_consistent_rdp(step, relation, orders), wang_rdp(step, relation, orders))

    return whole_order_epsilon(case.added_up(curve), case.delta, _HIGHEST_INTEGRAL)
