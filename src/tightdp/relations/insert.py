"""Data sets of which the second holds k more records."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, final

from tightdp.relations.abstract_relation import AbstractRelation
from tightdp.relations.change import Change


@final
@dataclass(frozen=True, slots=True)
class Insert(AbstractRelation):
    """``x' = x + {v_1, ..., v_k}``: one direction, K+ = k.

    Parameters
    ----------
    group_size
        k, the number of inserted records, a whole number >= 1.
    """

    name: ClassVar[str] = "insert"

    def directions(self) -> tuple[Change, ...]:
        """``(K-, K+) = (0, k)``."""
        return (Change(inserted=self.group_size),)
