"""One ordered pair of data sets (x, x'), as far as counts of records can tell it."""

from __future__ import annotations

from dataclasses import dataclass

from tightdp.errors import InvalidInput
from tightdp.numerics.checks import whole


@dataclass(frozen=True, slots=True)
class Change:
    """``x -> x'``: K- records leave and K+ come, or K records are replaced.

    Parameters
    ----------
    removed
        K-, the number of records of x that x' lacks.
    inserted
        K+, the number of records of x' that x lacks.
    substituted
        K, the number of records of x that x' holds replaced by others; the sizes are equal.
        Not together with ``removed`` or ``inserted``.

    Raises
    ------
    InvalidInput
        If a count is not a whole number >= 0, or substituted records are mixed with others.

    Notes
    -----
    K+ and K- are the group of Schuchardt et al. 2024, section 4, inserted and removed together.
    """

    removed: int = 0
    inserted: int = 0
    substituted: int = 0

    def __post_init__(self) -> None:
        for name in ("removed", "inserted", "substituted"):
            object.__setattr__(self, name, whole(name, getattr(self, name), 0))
        if self.substituted and (self.removed or self.inserted):
            raise InvalidInput(
                "change",
                (self.removed, self.inserted, self.substituted),
                "either removed and inserted records or substituted ones",
                "A substitution among others counts as one removal and one insertion.",
            )

    @property
    def size(self) -> int:
        """``K- + K+ + K``: how many records change in all."""
        return self.removed + self.inserted + self.substituted

    @property
    def leaving(self) -> int:
        """``K- + K``: the records of x that x' does not hold."""
        return self.removed + self.substituted

    @property
    def arriving(self) -> int:
        """``K+ + K``: the records of x' that x does not hold."""
        return self.inserted + self.substituted

    def swapped(self) -> Change:
        """The change ``x' -> x``: removed and inserted records trade places."""
        return Change(self.inserted, self.removed, self.substituted)

    def links(self) -> tuple[Change, ...]:
        """The kinds of one-record changes of which a chain of ``size`` links leads from x to x'."""
        kinds = (self.removed, Change(removed=1)), (self.inserted, Change(inserted=1))
        found = tuple(one for count, one in kinds if count)
        return (*found, Change(substituted=1)) if self.substituted else found
