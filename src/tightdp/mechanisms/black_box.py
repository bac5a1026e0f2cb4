"""Worst cases of a mechanism that is known only by its guarantee."""

from __future__ import annotations

from typing import cast

from tightdp.errors import CannotAnswer
from tightdp.mechanisms.abstract_mechanism import AbstractMechanism, Weights, is_unchanged
from tightdp.mechanisms.unit import KnownUnit, Unit
from tightdp.pairs.amplified import amplify, trivial_pair
from tightdp.pairs.discrete import Discrete
from tightdp.pairs.dominating import Dominating
from tightdp.pairs.shared_component import shared_component_pair
from tightdp.pairs.swapped import swap


def black_box_extremal(mechanism: AbstractMechanism, p: Weights, q: Weights, unit: Unit) -> tuple[Dominating, ...]:
    """Theorem U with the trade-offs of the black box at each distance.

    The witness answers only whether the batch holds a changed record, through the canonical pair of one record
    (B18 Thm 13); all distances are then alike. With at most one changed record on one side it attains the bound.

    Parameters
    ----------
    mechanism
        The black box, whose ``group_pair`` is a table at every distance.
    p, q
        Probabilities of i and of j changed records.
    unit
        What one changed record does to the batch.
    """
    count = max(len(p), len(q))
    tables = [trivial_pair()]
    tables += [cast(Discrete, mechanism.group_pair(k, unit)) for k in range(1, count)]
    pair = shared_component_pair(p, q, tuple(tables))
    one = mechanism.group_pair(1, unit)
    witnesses = tuple(
        amplified
        for weights, amplified in ((p, amplify(one, sum(p[1:]))), (q, swap(amplify(one, sum(q[1:])))))
        if not is_unchanged(weights)
    )
    single = sum(p[2:]) == 0.0 == sum(q[2:]) and len(witnesses) == 1
    words = f"the black box's guarantee for each changed record ({unit})"
    return (Dominating(pair, witnesses or (pair,), "U", single, single, words),)


def checked_unit(known: KnownUnit, asked: Unit, mechanism: str) -> None:
    """Refuse a black box that is known only under the other kind of change.

    Raises
    ------
    CannotAnswer
        If ``known`` is not ``asked`` and no rule leads from one to the other.
    """
    if known == "substitute" and asked == "add-remove":
        raise CannotAnswer(
            f"{mechanism} known under substitution on batches that gain or lose records",
            "batches of different size may be perfectly distinguishable for it",
            "a fixed-size scheme (WithoutReplacement, WithReplacement), or state the guarantee under add-remove",
        )
