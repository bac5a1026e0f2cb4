"""Worst cases of a mechanism that is known only by its guarantee."""

from __future__ import annotations

import math
from typing import cast

from tightdp.errors import CannotAnswer
from tightdp.mechanisms.abstract_mechanism import AbstractMechanism, Weights, is_unchanged
from tightdp.mechanisms.unit import KnownUnit, Unit
from tightdp.pairs.amplified import amplify, trivial_pair
from tightdp.pairs.discrete import Discrete
from tightdp.pairs.dominating import Dominating
from tightdp.pairs.pair import AbstractPair
from tightdp.pairs.shared_component import shared_component_pair
from tightdp.pairs.swapped import swap


def black_box_extremal(
    mechanism: AbstractMechanism, p: Weights, q: Weights, unit: Unit, attained: AbstractPair | None = None
) -> tuple[Dominating, ...]:
    """Theorem U with the trade-offs of the black box at each distance.

    The witness answers only whether the batch holds a changed record, through a pair of one record (B18 Thm 13);
    all distances are then alike. With at most one changed record on one side that is the worst there is.

    Parameters
    ----------
    mechanism
        The black box, whose ``group_pair`` is a table at every distance.
    p, q
        Probabilities of i and of j changed records.
    unit
        What one changed record does to the batch.
    attained
        A pair that keeps to the guarantee for one record; by default ``group_pair(1)`` does.
    """
    one = mechanism.group_pair(1, unit)
    witnesses = _membership(p, q, attained or one)
    if not any(p[2:]) and not any(q[2:]) and len(witnesses) <= 1:
        (pair,) = _membership(p, q, one) or (trivial_pair(),)
        exact = attained is None
    else:
        tables = [mechanism.group_pair(k, unit) for k in range(1, max(len(p), len(q)))]
        pair = shared_component_pair(p, q, (trivial_pair(), *(cast(Discrete, table) for table in tables)))
        exact = False
    words = f"the black box's guarantee for each changed record ({unit})"
    return (Dominating(pair, witnesses or (pair,), "U", tight=exact, tight_once=exact, distance=words),)


def _membership(p: Weights, q: Weights, one: AbstractPair) -> tuple[AbstractPair, ...]:
    """The pairs of asking for removed, and for inserted records."""
    removed = () if is_unchanged(p) else (amplify(one, math.fsum(p[1:])),)
    inserted = () if is_unchanged(q) else (swap(amplify(one, math.fsum(q[1:]))),)
    return (*removed, *inserted)


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
