"""Data sets of one size with k records replaced."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, final

from tightdp.relations.abstract_relation import AbstractRelation
from tightdp.relations.change import Change


@final
@dataclass(frozen=True, slots=True)
class Substitute(AbstractRelation):
    """``x' = x - {v_1, ..., v_k} + {v'_1, ..., v'_k}``: one direction, which is its own swap.

    Parameters
    ----------
    group_size
        k, the number of replaced records, a whole number >= 1.
    """

    name: ClassVar[str] = "substitute"

    def directions(self) -> tuple[Change, ...]:
        """``K = k``; the swapped pair of data sets has the same counts."""
        return (Change(substituted=self.group_size),)
