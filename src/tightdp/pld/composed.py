"""The composition of pairs: certified brackets of delta and epsilon."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property

from tightdp.numerics.bound import Bound
from tightdp.pairs.pair import AbstractPair
from tightdp.pld.curve import Curve
from tightdp.pld.false_negatives import false_negative_bounds
from tightdp.pld.grid_law import GridLaw, half_cells
from tightdp.pld.pilot import PilotProgram, pilot_of
from tightdp.pld.plan import LOG_HEADROOM, Plan, plan
from tightdp.pld.rounding_down import round_down
from tightdp.pld.rounding_up import round_up
from tightdp.pld.saddle import Saddle, saddle_at, saddle_for_delta, saddle_for_epsilon
from tightdp.pld.tilted_sum import tilted_sum

MOST_POINTS = 1 << 23
_ATTEMPTS = 6


@dataclass(frozen=True)
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
    point
        The eps and the log of delta that were read.
    sensitivity
        Relative change of delta for a relative change of the number asked for.
    """

    bound: Bound
    spacing: float = 0.0
    points: int = 0
    tilt: float = 0.0
    margin: float = 0.0
    limited: bool = False
    point: tuple[float, float] = (math.nan, math.nan)
    sensitivity: float = 1.0


@dataclass(frozen=True, eq=False)
class Composed:
    """Independent steps, each with its own pair, taken the given number of times.

    Parameters
    ----------
    parts
        Pairs and counts, at least one, none of them trivial.
    most_points
        Largest number of grid points; 8 bytes each, a handful of arrays.
    """

    parts: tuple[tuple[AbstractPair, int], ...]
    most_points: int = MOST_POINTS
    _made: list[Rounding] = field(default_factory=list[Rounding])

    @cached_property
    def pilots(self) -> PilotProgram:
        """Coarse pictures of the steps."""
        return PilotProgram(tuple(pilot_of(pair, count) for pair, count in self.parts))

    @property
    def steps(self) -> int:
        """Total number of steps."""
        return sum(count for _, count in self.parts)

    @cached_property
    def highest(self) -> float:
        """Supremum of the finite total losses."""
        return sum(count * pair.support.highest for pair, count in self.parts)

    @cached_property
    def infinite(self) -> float:
        """P-mass at infinite loss."""
        logs = (
            count * math.log1p(-pair.support.p_infinite) if pair.support.p_infinite < 1.0 else -math.inf
            for pair, count in self.parts
        )
        return -math.expm1(sum(logs))

    def epsilon(self, delta: float, rtol: float) -> Bracketed:
        """Certified ends of the smallest eps >= 0 with ``d(eps) <= delta``.

        Parameters
        ----------
        delta
            Probability in [0, 1).
        rtol
            Wanted relative gap between the ends.
        """
        if delta < self.infinite or (delta == self.infinite and not math.isfinite(self.highest)):
            return Bracketed(Bound(math.inf, math.inf))
        if delta == self.infinite:
            top = max(self.highest, 0.0)
            return Bracketed(Bound(top, top))
        log_delta = math.log(delta - self.infinite)
        pilots = self.pilots.below(max(log_delta + math.log(1e-4 * rtol), -690.0))
        saddle = saddle_for_delta(pilots, log_delta)
        guess = max(saddle.epsilon, 1e-12)

        def ask(rounding: Rounding) -> Bracketed:
            upper = rounding.upper.epsilon(delta, guess)
            upper = min(upper, max(self.highest, 0.0) * (1.0 + 1e-12))
            lower = min(rounding.lower.epsilon(delta, upper if math.isfinite(upper) else guess), upper)
            at = upper if math.isfinite(upper) else guess
            return self._bracketed(rounding, (lower, upper), at, log_delta, for_epsilon=True)

        return self._refined(rtol, pilots, saddle, ask, lambda share: share * guess)

    def delta(self, epsilon: float, rtol: float) -> Bracketed:
        """Certified ends of ``d(eps)``.

        Parameters
        ----------
        epsilon
            eps in nats, of either sign.
        rtol
            Wanted relative gap between the ends.
        """
        if epsilon >= self.highest:
            return Bracketed(Bound(self.infinite, self.infinite))
        pilots, saddle = self._saddle_at(epsilon, rtol)

        def ask(rounding: Rounding) -> Bracketed:
            upper = rounding.upper.read(epsilon).delta
            lower = min(rounding.lower.read(epsilon).delta, upper)
            log_delta = math.log(upper) if upper > 0.0 else -math.inf
            return self._bracketed(rounding, (lower, upper), epsilon, log_delta, for_epsilon=False)

        return self._refined(rtol, pilots, saddle, ask, lambda share: share / (saddle.tilt + 1.0 / saddle.deviation))

    def false_negative_rate(self, false_positive_rate: float, rtol: float) -> Bound:
        """Certified ends of the trade-off curve at one false positive rate.

        Parameters
        ----------
        false_positive_rate
            a in [0, 1].
        rtol
            Wanted relative gap, of the loss that the two roundings may move.
        """
        if false_positive_rate == 0.0:
            return Bound(1.0 - self.infinite, 1.0 - self.infinite)
        pilots = self.pilots.below(math.log(1e-13))
        saddle = saddle_at(pilots, 0.0)
        allowed = 0.5 * rtol * min(saddle.deviation, 1.0)
        rounding = self._round(pilots, plan(pilots, saddle, allowed, self.most_points))
        return false_negative_bounds(rounding.upper, rounding.lower, false_positive_rate)

    def _saddle_at(self, epsilon: float, rtol: float) -> tuple[PilotProgram, Saddle]:
        """The saddle at eps, with the losses cut off that do not matter at the delta found there."""
        log_delta = -12.0
        for _ in range(8):
            pilots = self.pilots.below(max(log_delta + math.log(1e-4 * rtol), -690.0))
            saddle = saddle_for_epsilon(pilots, epsilon)
            if abs(saddle.log_delta - log_delta) < 1.0:
                break
            log_delta = saddle.log_delta
        return pilots, saddle

    def _bracketed(
        self,
        rounding: Rounding,
        ends: tuple[float, float],
        epsilon: float,
        log_delta: float,
        *,
        for_epsilon: bool,
    ) -> Bracketed:
        chosen = rounding.plan
        reading = rounding.upper.read(epsilon)
        return Bracketed(
            Bound(*ends),
            chosen.spacing,
            chosen.window.size,
            chosen.tilt,
            reading.margin,
            chosen.limited,
            (epsilon, log_delta),
            min(max(reading.slope * epsilon, 1.0), 100.0) if for_epsilon else 1.0,
        )

    def _refined(
        self,
        rtol: float,
        pilots: PilotProgram,
        saddle: Saddle,
        ask: Callable[[Rounding], Bracketed],
        allowed: Callable[[float], float],
    ) -> Bracketed:
        best: Bracketed | None = None
        for rounding in self._made:
            found = ask(rounding)
            if found.bound.relative_gap <= rtol:
                return found
        share, headroom = 0.5 * rtol, LOG_HEADROOM
        for _ in range(_ATTEMPTS):
            rounding = self._round(pilots, plan(pilots, saddle, allowed(share), self.most_points, headroom))
            found = ask(rounding)
            if best is None or found.bound.relative_gap < best.bound.relative_gap:
                best = found
                self._made.append(rounding)
            gap = found.bound.relative_gap
            if gap <= rtol or rounding.plan.limited or found.bound.upper == 0.0:
                break
            saddle = self._centered(pilots, saddle, found)
            spoiled = found.margin / (0.1 * rtol * found.sensitivity)
            if spoiled > 1.0 and rounding.plan.tilt < saddle.tilt:
                headroom -= math.log(spoiled) + 2.0
                continue
            share *= min(0.5, max(0.01, 0.5 * rtol / gap)) if math.isfinite(gap) else 0.1
        assert best is not None
        return best

    def _centered(self, pilots: PilotProgram, saddle: Saddle, found: Bracketed) -> Saddle:
        """The saddle at the point of the profile that was found, where the estimate was far from it."""
        epsilon, log_delta = found.point
        if not (math.isfinite(epsilon) and math.isfinite(log_delta)):
            return saddle
        moved = saddle_for_epsilon(pilots, epsilon)
        return Saddle(moved.tilt, epsilon, log_delta, moved.deviation)

    def _round(self, pilots: PilotProgram, chosen: Plan) -> Rounding:
        ups: list[tuple[GridLaw, int]] = []
        downs: list[tuple[GridLaw, int]] = []
        log_share = chosen.log_share - math.log(self.steps)
        for pilot, offset in zip(pilots.pilots, chosen.offsets, strict=True):
            low, high = pilot.range(chosen.tilt, log_share)
            cells = half_cells(pilot.pair, offset, chosen.spacing, low, high)
            ups.append((round_up(cells), pilot.count))
            downs.append((round_down(cells), pilot.count))
        tilt, window = chosen.tilt, chosen.window
        upper = Curve(tilted_sum(tuple(ups), tilt, window), "upper")
        return Rounding(chosen, upper, Curve(tilted_sum(tuple(downs), tilt, window), "lower"))
