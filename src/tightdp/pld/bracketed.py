"""A certified bracket, with what it cost."""

from __future__ import annotations

import math
from dataclasses import dataclass

from tightdp.numerics.bound import Bound
from tightdp.pld.curve import Errors


@dataclass(frozen=True)
class Bracketed:
    """A bracket and what it cost.

    Parameters
    ----------
    bound
        Certified ends of the composition of the pairs given.
    spacing, points
        Grid spacing in nats and number of grid points.
    tilt
        Exponent lambda of the tilt.
    errors
        Shares of the upper delta that cover rounding, truncation and wrap-around; None where nothing was rounded.
    tails
        Share of the upper delta that stands for losses beyond each step's range, which count as revealed.
    limited
        Whether the memory limit stopped the refinement.
    epsilon, log_delta
        The point of the upper curve that was read.
    sensitivity
        Relative change of delta for a relative change of the number asked for.
    enough
        Absolute gap that is as good as none: what double precision leaves of an eps.
    """

    bound: Bound
    spacing: float = 0.0
    points: int = 0
    tilt: float = 0.0
    errors: Errors | None = None
    tails: float = 0.0
    limited: bool = False
    epsilon: float = math.nan
    log_delta: float = math.nan
    sensitivity: float = 1.0
    enough: float = 0.0

    @property
    def margin(self) -> float:
        """Share of the upper delta that covers rounding, truncation and wrap-around."""
        return 0.0 if self.errors is None else self.errors.margin

    def is_within(self, rtol: float) -> bool:
        """Whether the ends are as close as asked, or as double precision allows."""
        return self.bound.relative_gap <= rtol or self.bound.upper - self.bound.lower <= self.enough
