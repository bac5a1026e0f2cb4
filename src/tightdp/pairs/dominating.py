"""What transport hands on: a pair that bounds from above, pairs that are attained, and why."""

from __future__ import annotations

from dataclasses import dataclass

from tightdp.pairs.pair import AbstractPair


@dataclass(frozen=True)
class Dominating:
    """A guarantee about one step in one direction.

    Parameters
    ----------
    pair
        Dominates the step at every hockey-stick order, so it composes.
    witnesses
        Pairs that some data set and function attain at every step; each bounds from below, mixed freely over steps.
    theorem
        Key of the theorem in ``docs/theorems.md``.
    tight
        Whether ``pair`` itself is attained at every order, so that its composition is attained too.
    tight_once
        Whether the profile of ``pair`` is attained in one step, if need be by another witness at each eps.
    distance
        The distance that was used, in words.
    note
        What a reader should know beyond the theorem.
    rounded
        Whether ``pair`` is above the attained pair by a rounding, so that lower ends are read from the witnesses.
    """

    pair: AbstractPair
    witnesses: tuple[AbstractPair, ...]
    theorem: str
    tight: bool
    tight_once: bool
    distance: str
    note: str = ""
    rounded: bool = False
