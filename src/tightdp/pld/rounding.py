"""Both roundings of a composition, and their refinement for one query."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

from tightdp.numerics.bound import Bound
from tightdp.pld.curve import Curve
from tightdp.pld.grid_law import GridLaw, half_cells
from tightdp.pld.pilot import PilotProgram
from tightdp.pld.plan import LOG_HEADROOM, Plan, plan
from tightdp.pld.rounding_down import round_down
from tightdp.pld.rounding_up import round_up
from tightdp.pld.saddle import Saddle, saddle_for_epsilon
from tightdp.pld.tilted_sum import tilted_sum

_ATTEMPTS = 9
_COARSE = 0.01
_MOST_WIDENED = 40.0


@dataclass(frozen=True, eq=False)
class Rounding:
    """Both certified sides of one composition, and how they were made."""

    plan: Plan
    upper: Curve
    lower: Curve


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
    margin
        Share of the upper delta that covers rounding, truncation and wrap-around.
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
    margin: float = 0.0
    limited: bool = False
    epsilon: float = math.nan
    log_delta: float = math.nan
    sensitivity: float = 1.0
    enough: float = 0.0

    def is_within(self, rtol: float) -> bool:
        """Whether the ends are as close as asked, or as double precision allows."""
        return self.bound.relative_gap <= rtol or self.bound.upper - self.bound.lower <= self.enough


@dataclass(frozen=True, eq=False)
class Query:
    """A question to both sides of a composition.

    Parameters
    ----------
    ask
        Reads the answer off a rounding.
    allowed
        Gap in nats of eps that a relative gap of the answer permits at a saddle.
    """

    ask: Callable[[Rounding], Bracketed]
    allowed: Callable[[float, Saddle], float]


def refined(
    pilots: PilotProgram, saddle: Saddle, query: Query, rtol: float, most_points: int
) -> tuple[Bracketed, Rounding]:
    """Round ever more finely until the query's bracket is narrow enough; the narrowest is returned.

    Parameters
    ----------
    pilots
        Steps, without the losses that do not matter here.
    saddle
        Where the query lies.
    query
        The question.
    rtol
        Wanted relative gap.
    most_points
        Largest number of grid points.
    """
    share, headroom, spoiled_tilt, widen = 0.5 * rtol, LOG_HEADROOM, -1.0, 0.0
    made: list[tuple[Bracketed, Rounding]] = []
    for _ in range(_ATTEMPTS):
        allowed = query.allowed(share, saddle)
        chosen = plan(pilots, saddle, allowed, most_points, headroom, is_coarse=rtol > _COARSE, widen=widen)
        rounding = round_both(pilots, chosen)
        found = query.ask(rounding)
        made.append((found, rounding))
        if found.is_within(rtol) or rounding.plan.limited:
            break
        was_far = abs(found.epsilon - saddle.epsilon) > 0.1 * abs(saddle.epsilon)
        saddle = _centered(pilots, saddle, found)
        if was_far:
            continue
        spoiled = found.margin / (0.1 * rtol * found.sensitivity)
        outside = _outside(rounding)
        if outside > 3.0 and widen < _MOST_WIDENED:
            widen += outside + 3.0
            continue
        tilt = rounding.plan.tilt
        if 1.0 < spoiled < math.inf and spoiled_tilt < tilt < saddle.tilt:
            headroom, spoiled_tilt = headroom - math.log(spoiled) - 2.0, tilt * 1.01
            continue
        gap = found.bound.relative_gap
        if 4.0 * found.margin / found.sensitivity > gap:
            break  # rounding of the transform rules the gap, and no grid mends that
        share *= min(0.5, max(0.01, 0.5 * rtol / gap)) if math.isfinite(gap) else 0.1
    return min(made, key=lambda pair: pair[0].bound.relative_gap)


def round_both(pilots: PilotProgram, chosen: Plan) -> Rounding:
    """Round every step up and down on the plan's grid and compose each side.

    Parameters
    ----------
    pilots
        Steps, without the losses that do not matter here.
    chosen
        Spacing, offsets, tilt and window.
    """
    ups: list[tuple[GridLaw, int]] = []
    downs: list[tuple[GridLaw, int]] = []
    log_share = chosen.log_share - math.log(pilots.steps)
    for pilot, offset in zip(pilots.pilots, chosen.offsets, strict=True):
        low, high = pilot.range(chosen.tilt, log_share, chosen.spacing)
        cells = half_cells(pilot.pair, offset, chosen.spacing, low, high)
        ups.append((round_up(cells), pilot.count))
        downs.append((round_down(cells), pilot.count))
    tilt, window = chosen.tilt, chosen.window
    upper = Curve(tilted_sum(tuple(ups), tilt, window), "upper")
    return Rounding(chosen, upper, Curve(tilted_sum(tuple(downs), tilt, window), "lower"))


def _centered(pilots: PilotProgram, saddle: Saddle, found: Bracketed) -> Saddle:
    """The saddle at the point of the profile that was found, where the estimate was far from it."""
    if not (math.isfinite(found.epsilon) and math.isfinite(found.log_delta)):
        return saddle
    moved = saddle_for_epsilon(pilots, found.epsilon)
    return Saddle(moved.tilt, found.epsilon, found.log_delta, moved.deviation)


def _outside(rounding: Rounding) -> float:
    """By how many nats the bound on the tilted mass outside the window exceeds what the plan expected."""
    worst = max(max(side.total.above, side.total.below) for side in (rounding.upper, rounding.lower))
    return math.log(max(worst, 1e-300)) - rounding.plan.log_share
