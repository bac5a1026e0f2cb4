"""Data sets with k insertions and removals between them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, final

from tightdp.relations.abstract_relation import AbstractRelation
from tightdp.relations.change import Change


@final
@dataclass(frozen=True, slots=True)
class AddRemove(AbstractRelation):
    """``|x - x'| + |x' - x| <= k``: every split K- + K+ = k of the group.

    Parameters
    ----------
    group_size
        k, the largest size of the symmetric difference, a whole number >= 1.

    Notes
    -----
    Induced distance at most k (Schuchardt et al. 2024). The relation is symmetric: with
    each direction its swapped one is in the list.

    Examples
    --------
    >>> for change in AddRemove(2).directions():
    ...     print(change)
    Change(removed=2, inserted=0, substituted=0)
    Change(removed=1, inserted=1, substituted=0)
    Change(removed=0, inserted=2, substituted=0)
    """

    name: ClassVar[str] = "add-remove"

    def directions(self) -> tuple[Change, ...]:
        """``(K-, K+) = (k, 0), (k - 1, 1), ..., (0, k)``: k + 1 directions."""
        k = self.group_size
        return tuple(Change(removed=k - inserted, inserted=inserted) for inserted in range(k + 1))
