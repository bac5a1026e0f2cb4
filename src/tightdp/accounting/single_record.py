"""The question about one record from which a question about a group is answered afterwards."""

from __future__ import annotations

from dataclasses import replace

from tightdp.accounting.step import Program, Step
from tightdp.errors import CannotAnswer
from tightdp.relations import AbstractRelation, Change
from tightdp.schemes import AbstractScheme, WithoutReplacement, WithReplacement


def single_record(program: Program, relation: AbstractRelation) -> tuple[Program, AbstractRelation]:
    """The run and the relation that each link of a chain of K one-record changes keeps to.

    Records that leave one after the other leave smaller data sets behind, in which a fixed-size batch holds each
    record more often: the larger data set of a link may have only ``n - K + 1`` records. Take that size for all
    links; a larger one never loses more. Chains that alternate removal and insertion do not go below it.

    Parameters
    ----------
    program
        What ran.
    relation
        Who may differ: groups of K.

    Raises
    ------
    CannotAnswer
        If so small a data set has no batches.
    """
    change = relation.directions()[0]
    parts = tuple((Step(step.mechanism, smaller(step.scheme, change)), count) for step, count in program.parts)
    return Program(parts), replace(relation, group_size=1)


def smaller(scheme: AbstractScheme, change: Change) -> AbstractScheme:
    """The scheme on the smallest data set of a chain of one-record changes; replaced records leave none smaller.

    Parameters
    ----------
    scheme
        How batches are drawn.
    change
        Which records differ.

    Raises
    ------
    CannotAnswer
        If so small a data set has no batches.
    """
    lost = 0 if change.substituted else change.size - 1
    if lost == 0 or not isinstance(scheme, WithoutReplacement | WithReplacement):
        return scheme
    left = scheme.dataset_size - lost
    least = scheme.batch_size + 1 if isinstance(scheme, WithoutReplacement) else 2
    if left < least:
        reason = f"the last of {lost + 1} records leaves a data set without such batches"
        raise CannotAnswer("group privacy of fixed-size batches", reason, "a smaller group or a smaller batch")
    return replace(scheme, dataset_size=left)
