"""Data sets of which the second holds k fewer records."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, final

from tightdp.relations.abstract_relation import AbstractRelation
from tightdp.relations.change import Change


@final
@dataclass(frozen=True, slots=True)
class Remove(AbstractRelation):
    """``x' = x - {v_1, ..., v_k}``: one direction, K- = k.

    Parameters
    ----------
    group_size
        k, the number of removed records, a whole number >= 1.
    """

    name: ClassVar[str] = "remove"

    def directions(self) -> tuple[Change, ...]:
        """``(K-, K+) = (k, 0)``."""
        return (Change(removed=self.group_size),)
