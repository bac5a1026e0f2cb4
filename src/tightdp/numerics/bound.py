"""A number known by a lower and an upper end."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field

from tightdp.errors import InvalidInput

# The smallest positive float: the upper end of what is positive and smaller.
LEAST_POSITIVE = math.ulp(0.0)


@dataclass(frozen=True, slots=True)
class Bound:
    """``lower <= truth <= upper``; ``float(bound)`` is the upper end, the safe one to report.

    Parameters
    ----------
    lower
        Lower end, not above ``upper``.
    upper
        Upper end; may be ``inf``.
    how
        Figures of the computation, by name; they do not take part in comparisons.

    Raises
    ------
    InvalidInput
        If an end is NaN or the ends are out of order.
    """

    lower: float
    upper: float
    how: Mapping[str, float] = field(default_factory=dict[str, float], compare=False, repr=False)

    def __post_init__(self) -> None:
        if math.isnan(self.lower) or math.isnan(self.upper) or self.lower > self.upper:
            raise InvalidInput("bound", (self.lower, self.upper), "two ordered numbers")

    def __float__(self) -> float:
        return self.upper

    def __contains__(self, value: float) -> bool:
        return self.lower <= value <= self.upper

    @property
    def relative_gap(self) -> float:
        """``upper / lower - 1``; 0 when the ends agree, ``inf`` when only one end is 0 or infinite."""
        if self.lower == self.upper:
            return 0.0
        if self.lower == 0.0 or math.isinf(self.upper):
            return math.inf
        return self.upper / self.lower - 1.0
