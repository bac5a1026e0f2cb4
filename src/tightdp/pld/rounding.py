"""Both roundings of a composition, and their refinement for one query."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from tightdp.pairs.pair import AbstractPair
from tightdp.pld.bracketed import Bracketed
from tightdp.pld.curve import Curve, Reading
from tightdp.pld.grid_law import GridLaw, group_cells, point_cells
from tightdp.pld.partition import Partition
from tightdp.pld.pilot import PilotProgram
from tightdp.pld.plan import LOG_HEADROOM, Plan, plan
from tightdp.pld.rounding_down import round_down
from tightdp.pld.rounding_up import round_up
from tightdp.pld.saddle import Saddle, saddle_for_epsilon
from tightdp.pld.settled import settled
from tightdp.pld.tilted_sum import Laws, tilted_sum
from tightdp.pld.wave_plan import wave_plan
from tightdp.pld.wave_sum import wave_sum

_ATTEMPTS = 9
_COARSE = 0.01
_MOST_WIDENED = 40.0
_PATIENCE = 3
# Where losses beyond the steps' ranges are this share of the upper delta, no grid mends it: delta is next to the
# smallest number there is.
_ALL_TAILS = 0.5
# Points of a grid that takes seconds.
_LARGE = 1 << 21


@dataclass(frozen=True, eq=False)
class Rounding:
    """Both certified sides of one composition, and how they were made: the plan, and the laws of the upper side."""

    plan: Plan
    upper: Curve
    lower: Curve
    laws: Laws

    def guess(self, delta: float) -> float:
        """About where the upper side falls to a delta.

        Parameters
        ----------
        delta
            Probability > 0.
        """
        at, (reading, bend) = self.plan.epsilon, self._expansion
        moved = self.upper.way(reading, delta, bend)
        return at + moved if math.isfinite(moved) else at

    @cached_property
    def _expansion(self) -> tuple[Reading, float]:
        """The upper side at the plan's eps, and how its slope grows there."""
        at = self.plan.epsilon
        here, near = self.upper.read(at), self.upper.read(0.97 * at)
        growth = (here.slope - near.slope) / (0.03 * at) if at > 0.0 else 0.0
        return here, growth if math.isfinite(growth) else 0.0


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
    share, headroom, spoiled_tilt, widen, by_waves = 0.5 * rtol, LOG_HEADROOM, -1.0, 0.0, True
    made: list[tuple[Bracketed, Rounding]] = []
    for _ in range(_ATTEMPTS):
        allowed = query.allowed(share, saddle)
        rounding = _waves(pilots, saddle, 0.8 * allowed, headroom, widen) if by_waves else None
        if rounding is None:
            chosen = plan(pilots, saddle, allowed, most_points, headroom, is_coarse=rtol > _COARSE, widen=widen)
            if made and by_waves and chosen.window.size > _LARGE:
                break  # low frequencies went as far as they could, and all of them would take far longer
            by_waves = False
            rounding = round_both(pilots, chosen)
        found = query.ask(rounding)
        made.append((found, rounding))
        is_hopeless = rounding.plan.limited or found.tails > _ALL_TAILS
        if found.is_within(rtol) or is_hopeless or _is_stuck([b.bound.relative_gap for b, _ in made]):
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
            headroom, spoiled_tilt = (
                min(headroom, _headroom(pilots, saddle, tilt)) - math.log(spoiled) - 2.0,
                tilt * 1.01,
            )
            continue
        gap = found.bound.relative_gap
        if 4.0 * found.margin / found.sensitivity > gap:
            break  # rounding of the transform rules the gap, and no grid mends that
        share *= min(0.5, max(0.01, 0.5 * rtol / gap)) if math.isfinite(gap) else 0.1
    return min(made, key=lambda pair: pair[0].bound.relative_gap)


def _is_stuck(gaps: list[float]) -> bool:
    """Whether the last three attempts brought nothing."""
    return len(gaps) > _PATIENCE and min(gaps[-_PATIENCE:]) > 0.8 * min(gaps[:-_PATIENCE])


def _headroom(pilots: PilotProgram, saddle: Saddle, tilt: float) -> float:
    """Logarithm of the scale at a tilt over delta."""
    return float(pilots.log_moments(np.array([tilt]))[0]) - tilt * saddle.epsilon - saddle.log_delta


def _waves(pilots: PilotProgram, saddle: Saddle, allowed: float, headroom: float, widen: float) -> Rounding | None:
    """Both sides by low frequencies, where these suffice."""
    chosen = wave_plan(pilots, saddle, allowed, headroom, widen)
    if chosen is None:
        return None
    laws = _ups(pilots, chosen)
    upper = wave_sum(laws, chosen.tilt, chosen.window, chosen.reach)
    if upper is None:
        return None
    lower = wave_sum(_downs(pilots, chosen), chosen.tilt, chosen.window, chosen.reach)
    return None if lower is None else Rounding(chosen, Curve(upper, "upper"), Curve(lower, "lower"), laws)


def round_both(pilots: PilotProgram, chosen: Plan) -> Rounding:
    """Round every step up and down on the plan's grid and compose each side.

    Parameters
    ----------
    pilots
        Steps, without the losses that do not matter here.
    chosen
        Spacing, offsets, tilt and window.
    """
    laws = _ups(pilots, chosen)
    upper = Curve(tilted_sum(laws, chosen.tilt, chosen.window), "upper")
    lower = Curve(tilted_sum(_downs(pilots, chosen), chosen.tilt, chosen.window), "lower")
    return Rounding(chosen, upper, lower, laws)


def quick_upper(pilots: PilotProgram, saddle: Saddle, allowed: float, most_points: int) -> Curve:
    """A certified upper side, without a lower one and without a second try.

    Parameters
    ----------
    pilots, saddle
        The steps and where the query lies.
    allowed
        Error in nats of eps that rounding may cause.
    most_points
        Largest number of grid points.
    """
    chosen = wave_plan(pilots, saddle, allowed, is_quick=True)
    if chosen is not None:
        total = wave_sum(_ups(pilots, chosen), chosen.tilt, chosen.window, chosen.reach)
        if total is not None:
            return Curve(total, "upper")
    chosen = plan(pilots, saddle, allowed, most_points, is_coarse=True)
    return Curve(tilted_sum(_ups(pilots, chosen), chosen.tilt, chosen.window), "upper")


def _ups(pilots: PilotProgram, chosen: Plan) -> Laws:
    """Every step rounded up."""
    return tuple(
        (round_up(point_cells(pair, offset, chosen.spacing, partition)), int(count))
        for pair, count, offset, partition in _rows(pilots, chosen)
    )


def _downs(pilots: PilotProgram, chosen: Plan) -> Laws:
    """Every step rounded down; a narrow bulk that is smooth is served better by its offset than by settling it."""
    laws: list[tuple[GridLaw, int]] = []
    for pair, count, offset, partition in _rows(pilots, chosen):
        cells = group_cells(pair, offset, chosen.spacing, partition)
        laws.append((round_down(cells if pair.lattice is None else settled(cells)), int(count)))
    return tuple(laws)


def _rows(pilots: PilotProgram, chosen: Plan) -> Iterator[tuple[AbstractPair, float, float, Partition]]:
    return zip(pilots.pairs, pilots.counts.tolist(), chosen.offsets, chosen.partitions, strict=True)


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
