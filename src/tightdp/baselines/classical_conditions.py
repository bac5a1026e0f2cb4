"""What the classical bounds ask of a step; each refuses what it was not proven for."""

from __future__ import annotations

from tightdp.errors import CannotAnswer
from tightdp.relations import AbstractRelation, Substitute
from tightdp.schemes import AbstractScheme, Poisson, WithoutReplacement

GROUPS = "group_rdp(curve, group_size, orders) on top of the bound for one record"


def one_record(bound: str, relation: AbstractRelation) -> None:
    """Refuse groups.

    Parameters
    ----------
    bound
        Name of the bound, for the message.
    relation
        Who may differ.

    Raises
    ------
    CannotAnswer
        If more than one record may differ.
    """
    if relation.group_size > 1:
        reason = f"it is proven for one record, not for groups of {relation.group_size}"
        raise CannotAnswer(bound, reason, GROUPS)


def poisson_rate(bound: str, scheme: AbstractScheme, relation: AbstractRelation) -> float:
    """The rate of Poisson sampling under insertion and removal.

    Parameters
    ----------
    bound
        Name of the bound, for the message.
    scheme
        How the batch is drawn.
    relation
        Who may differ.

    Raises
    ------
    CannotAnswer
        If the scheme is another one, or records are substituted.
    """
    if not isinstance(scheme, Poisson):
        raise CannotAnswer(bound, f"it is proven for Poisson sampling, not for {scheme.name}", "the default route")
    if isinstance(relation, Substitute):
        reason = "it is proven for records that come or go, not for substitution"
        raise CannotAnswer(bound, reason, "the relation add-remove, or the default route")
    return float(scheme.rate)


def fixed_size(bound: str, scheme: AbstractScheme, relation: AbstractRelation) -> tuple[int, int]:
    """``(n, m)`` of sampling without replacement under substitution.

    Parameters
    ----------
    bound
        Name of the bound, for the message.
    scheme
        How the batch is drawn.
    relation
        Who may differ.

    Raises
    ------
    CannotAnswer
        If the scheme is another one, or records come or go.
    """
    if not isinstance(scheme, WithoutReplacement):
        reason = f"it is proven for sampling without replacement, not for {scheme.name}"
        raise CannotAnswer(bound, reason, "the default route")
    if not isinstance(relation, Substitute):
        reason = f"it is proven for substitution, not for {relation.name}"
        raise CannotAnswer(bound, reason, "the relation substitute, or the default route")
    return scheme.dataset_size, scheme.batch_size
