"""The contract of a neighbouring relation."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import ClassVar

from tightdp.errors import InvalidInput
from tightdp.numerics.checks import whole
from tightdp.relations.change import Change

# Larger groups would need as many directions as records.
LARGEST_GROUP = 10_000


@dataclass(frozen=True, slots=True)
class AbstractRelation(ABC):
    """A set of ordered pairs (x, x') of data sets that a guarantee must cover.

    Parameters
    ----------
    group_size
        k, the number of records that change at once; k = 1 protects one record.

    Raises
    ------
    InvalidInput
        If ``group_size`` is not a whole number from 1 to 10,000.
    """

    name: ClassVar[str]
    group_size: int = 1

    def __post_init__(self) -> None:
        size = whole("group_size", self.group_size, 1)
        if size > LARGEST_GROUP:
            raise InvalidInput("group_size", self.group_size, f"at most {LARGEST_GROUP}")
        object.__setattr__(self, "group_size", size)

    @abstractmethod
    def directions(self) -> tuple[Change, ...]:
        """Every ordered change of exactly ``group_size`` records, each once.

        Each direction is composed on its own and the largest answer is reported. Smaller groups
        need no direction of their own: they never lose more privacy than the whole group does.
        """
