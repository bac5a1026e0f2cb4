"""The composition of pairs: certified brackets of delta and epsilon."""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np

from tightdp.numerics.bound import Bound
from tightdp.pairs.pair import AbstractPair
from tightdp.pairs.swapped import swap
from tightdp.pld.bracketed import Bracketed
from tightdp.pld.curve import Curve, Reading
from tightdp.pld.false_negatives import false_negative_bounds
from tightdp.pld.floor import Floor, floor_of
from tightdp.pld.grid_law import LOSS_ROUNDING
from tightdp.pld.pilot import PilotProgram, pilot_program
from tightdp.pld.plan import plan
from tightdp.pld.rounding import Query, Rounding, quick_upper, refined, round_both
from tightdp.pld.saddle import Saddle, saddle_at, saddle_for_delta, saddle_for_epsilon
from tightdp.pld.swapped_side import swapped_side

MOST_POINTS = 1 << 23
# Queries share a rounding within five decimal orders of delta, and a quick upper side within ten.
_LOG_ANCHOR = math.log(1e5)
_LEAST_LOG_MASS = -690.0
# A lower end that is closer than this to the upper one is not mended by the floor.
_CLOSE = 0.95
# So few parts that their floor costs nothing.
_FEW_PARTS = 20
# One finite loss deviates from nothing; its grid needs a spacing all the same.
_LEAST_DEVIATION = 1e-9
# Loss in nats from which on an eps says nothing, and grids of the usual fineness have no room.
_REVEALING = 2e7
# Logarithm of the P-mass of losses that count in that.
_LIKELY = -69.0
# An eps this close to the largest loss is that loss but for rounding; no delta is known there.
_NEXT_TO = 1e-14
# Relative error that a quick upper end may have.
_QUICK = 0.01
# Ends of an eps this close are as close as double precision allows; each step's loss adds its own rounding.
_ENOUGH = 1e-13


@dataclass(frozen=True, eq=False)
class Composed:
    """Independent steps, each with its own pair, taken the given number of times.

    A rounding is made for an anchor, the next power of 1e-5 below delta, and serves every query near it. It
    depends on the anchor alone, so that an answer does not depend on what was asked before.

    Parameters
    ----------
    parts
        Pairs and counts, at least one, none of them trivial.
    most_points
        Largest number of grid points; 8 bytes each, a handful of arrays.
    """

    parts: tuple[tuple[AbstractPair, int], ...]
    most_points: int = MOST_POINTS
    _anchors: dict[tuple[int, float], Rounding] = field(default_factory=dict[tuple[int, float], Rounding])
    _anchor_answers: dict[tuple[int, float], tuple[float, Bracketed]] = field(
        default_factory=dict[tuple[int, float], tuple[float, Bracketed]]
    )
    _untilted_ones: dict[float, Rounding] = field(default_factory=dict[float, Rounding])
    _quick_curves: dict[int, Curve] = field(default_factory=dict[int, Curve])
    _borrowed_curves: dict[int, Curve | None] = field(default_factory=dict[int, "Curve | None"])

    @cached_property
    def pilots(self) -> PilotProgram:
        """Coarse pictures of the steps."""
        return pilot_program(self.parts)

    @cached_property
    def floor(self) -> Floor:
        """A lower end that holds next to the largest total loss, where grids say nothing."""
        return floor_of(self.parts)

    @cached_property
    def highest(self) -> float:
        """Supremum of the finite total losses."""
        return sum(count * pair.support.highest for pair, count in self.parts)

    @cached_property
    def infinite(self) -> float:
        """P-mass at infinite loss."""
        masses = ((pair.support.p_infinite, count) for pair, count in self.parts)
        return 0.0 - math.expm1(sum(n * math.log1p(-mass) if mass < 1.0 else -math.inf for mass, n in masses))

    @cached_property
    def _reveals(self) -> bool:
        """Whether one step's loss may be so large that no eps of use remains, and no grid has places for it."""
        likely = self.pilots.below(_LIKELY)
        return float(np.where(np.isfinite(likely.log_p), likely.losses, 0.0).max()) > _REVEALING

    @cached_property
    def total_variation(self) -> float:
        """Sum of the steps' total variations, an upper bound of ``d(0)``."""
        zero = np.zeros(1)
        parts = ((float(pair.hockey_stick(zero)[0]), count) for pair, count in self.parts)
        return (1.0 + 1e-9) * sum(count * value for value, count in parts)

    def epsilon(self, delta: float, rtol: float) -> Bracketed:
        """Certified ends of the smallest eps >= 0 with ``d(eps) <= delta``.

        Parameters
        ----------
        delta
            Probability in [0, 1).
        rtol
            Wanted relative gap between the ends.
        """
        known = self._known_epsilon(delta, rtol)
        if known is not None:
            return Bracketed(known)
        log_delta = math.log(max(delta - self.infinite, 1e-300))
        rounding = self._anchor(log_delta, rtol)
        at_anchor, found = self._anchor_answers[_order(log_delta), rtol]
        if delta != at_anchor:
            found = self._epsilon_query(delta, 0.0, min(found.bound.relative_gap, 1.0)).ask(rounding)
        if found.is_within(rtol):
            return found
        pilots = self._relevant(log_delta, rtol)
        saddle = saddle_for_delta(pilots, log_delta)
        query = self._epsilon_query(delta, saddle.epsilon)
        finer, _ = refined(pilots, saddle, query, rtol, self.most_points)
        return min(found, finer, key=lambda b: b.bound.relative_gap)

    def _known_epsilon(self, delta: float, rtol: float) -> Bound | None:
        """The answer where no grid is needed for it."""
        top = max(self.highest, 0.0)
        if delta < self.infinite or (delta == self.infinite and not math.isfinite(top)):
            return Bound(math.inf, math.inf)
        if delta == self.infinite:
            return Bound(top, top)
        if self.total_variation <= delta:
            return Bound(0.0, 0.0)
        top *= 1.0 + 1e-12
        is_cheap = math.isfinite(top) and len(self.parts) <= _FEW_PARTS
        if self._reveals:
            return Bound(self.floor.epsilon(delta), top)
        if is_cheap and top <= self.floor.epsilon(delta) * (1.0 + min(rtol, 1.0)):
            return Bound(min(self.floor.epsilon(delta), top), top)
        return None

    def delta(self, epsilon: float, rtol: float) -> Bracketed:
        """Certified ends of ``d(eps)``.

        Parameters
        ----------
        epsilon
            eps in nats, of either sign.
        rtol
            Wanted relative gap between the ends.
        """
        found, place = self._near_delta(epsilon, rtol)
        if place is None or found.is_within(rtol):
            return found
        finer, _ = refined(*place, self._delta_query(epsilon), rtol, self.most_points)
        return min(found, finer, key=lambda b: b.bound.relative_gap)

    def glance(self, epsilon: float, rtol: float) -> Bracketed:
        """Certified ends of ``d(eps)`` from the rounding for its anchor, which knows eps to ``rtol`` but delta worse.

        Parameters
        ----------
        epsilon
            eps in nats, of either sign.
        rtol
            Relative gap of eps that the rounding is made for.
        """
        return self._near_delta(epsilon, rtol)[0]

    def _near_delta(self, epsilon: float, rtol: float) -> tuple[Bracketed, tuple[PilotProgram, Saddle] | None]:
        """What the rounding for the anchor says, and where a finer one is made; nowhere if no grid is needed."""
        if self.infinite >= 1.0 or epsilon >= self.highest:
            return Bracketed(Bound(self.infinite, self.infinite)), None
        if math.isfinite(self.highest) and self.highest - epsilon <= _NEXT_TO * abs(self.highest):
            left = -math.expm1(-2.0 * _NEXT_TO * abs(self.highest))  # of the mass at the largest loss, at most
            return Bracketed(Bound(self.infinite, min(self.infinite + left, 1.0))), None
        if self._reveals:
            upper = min(self.total_variation, 1.0) if epsilon >= 0.0 else 1.0
            return Bracketed(Bound(min(max(self.infinite, self.floor.delta(epsilon)), upper), upper)), None
        pilots, saddle = self._saddle_at(epsilon, rtol)
        if saddle.log_delta <= _LEAST_LOG_MASS:
            upper = self._quick(_LEAST_LOG_MASS).read(epsilon).delta
            return Bracketed(Bound(min(max(self.infinite, self.floor.delta(epsilon)), upper), upper)), None
        found = self._delta_query(epsilon).ask(self._anchor(saddle.log_delta, rtol))
        return found, (pilots, saddle)

    def is_at_most(self, epsilon: float, delta: float, other: Composed | None = None) -> bool:
        """Whether ``d(eps) <= delta`` is proven by an upper end that costs one reading, once made for a delta nearby.

        Parameters
        ----------
        epsilon
            eps in nats, of either sign.
        delta
            The number that is not to be exceeded.
        other
            A composition that was asked about nearly the same delta. If it is that of the swapped pairs, its rounded
            laws serve this one too.
        """
        if self.infinite >= 1.0 or epsilon >= self.highest or delta <= self.infinite:
            return epsilon >= self.highest and self.infinite <= delta
        if self._reveals:
            return epsilon >= 0.0 and self.total_variation <= delta
        log_delta = math.log(max(delta - self.infinite, 1e-300))
        # A side that was made for deltas a little larger often proves it as well.
        near = self._borrowed_curves.get(_order(log_delta) - 1)
        if near is not None and near.read(epsilon).delta <= delta:
            return True
        borrowed = self._borrowed(log_delta, other) if other is not None else None
        if borrowed is not None and borrowed.read(epsilon).delta <= delta:
            return True
        return self._quick(log_delta).read(epsilon).delta <= delta

    def _borrowed(self, log_delta: float, other: Composed) -> Curve | None:
        """An upper side from the laws of the swapped pairs, made once for an anchor that was made there."""
        order = _order(log_delta)
        if order not in self._borrowed_curves:
            made = next((rounding for (at, _), rounding in list(other._anchors.items()) if at == order), None)
            if made is None or not made.plan.reach or not self._is_swapped(other):
                return None
            pilots = other.pilots.swapped().below(_too_rare(-order * _LOG_ANCHOR, _QUICK))
            saddle = saddle_for_delta(pilots, -order * _LOG_ANCHOR)
            self._borrowed_curves[order] = swapped_side(made.laws, pilots, saddle)
        return self._borrowed_curves[order]

    def _is_swapped(self, other: Composed) -> bool:
        pairs = zip(self.parts, other.parts, strict=True)
        same = len(self.parts) == len(other.parts)
        return same and all(mine[1] == theirs[1] and swap(theirs[0]) == mine[0] for mine, theirs in pairs)

    def false_negative_rate(self, false_positive_rate: float, rtol: float) -> Bound:
        """Certified ends of the trade-off curve at one false positive rate.

        Parameters
        ----------
        false_positive_rate
            a in [0, 1].
        rtol
            Wanted relative gap, of the loss that the two roundings may move.
        """
        if false_positive_rate == 0.0 or self.infinite >= 1.0:
            return Bound(1.0 - self.infinite, 1.0 - self.infinite)
        if self._reveals:
            return Bound(0.0, 1.0 - false_positive_rate)
        rounding = self._untilted(rtol)
        return false_negative_bounds(rounding.upper, rounding.lower, false_positive_rate)

    def _untilted(self, rtol: float) -> Rounding:
        """The rounding that serves a whole trade-off curve, made once."""
        if rtol not in self._untilted_ones:
            pilots = self.pilots.below(math.log(1e-13))
            saddle = saddle_at(pilots, 0.0)
            allowed = 0.5 * rtol * min(max(saddle.deviation, _LEAST_DEVIATION), 1.0)
            self._untilted_ones[rtol] = round_both(pilots, plan(pilots, saddle, allowed, self.most_points))
        return self._untilted_ones[rtol]

    def _anchor(self, log_delta: float, rtol: float) -> Rounding:
        """The rounding for the anchor below a finite delta, made once."""
        order = _order(log_delta)
        key = (order, rtol)
        if key not in self._anchors:
            log_anchor = -order * _LOG_ANCHOR
            pilots = self._relevant(log_anchor, rtol)
            saddle = saddle_for_delta(pilots, log_anchor)
            delta = min(self.infinite + math.exp(log_anchor), 1.0)
            query = self._epsilon_query(delta, saddle.epsilon)
            found, rounding = refined(pilots, saddle, query, 0.8 * rtol, self.most_points)
            self._anchor_answers[key] = delta, found
            self._anchors[key] = rounding
        return self._anchors[key]

    def _quick(self, log_delta: float) -> Curve:
        """A quick upper side for the anchor below a finite delta, made once."""
        order = 2 * math.ceil(0.5 * _order(log_delta))
        if order not in self._quick_curves:
            log_anchor = -order * _LOG_ANCHOR
            pilots = self._relevant(log_anchor, _QUICK)
            saddle = saddle_for_delta(pilots, log_anchor)
            allowed = _QUICK * max(saddle.epsilon, 1e-12)
            self._quick_curves[order] = quick_upper(pilots, saddle, allowed, self.most_points)
        return self._quick_curves[order]

    def _relevant(self, log_delta: float, rtol: float) -> PilotProgram:
        """The pilots without losses too rare to matter at a delta."""
        return self.pilots.below(_too_rare(log_delta, rtol))

    def _saddle_at(self, epsilon: float, rtol: float) -> tuple[PilotProgram, Saddle]:
        """The saddle at eps, with the losses cut off that do not matter at the delta found there.

        Losses that were cut off too early are taken back where the others do not reach eps. If none do, delta is next
        to the smallest number there is.
        """

        def at(log_delta: float) -> tuple[PilotProgram, Saddle]:
            pilots = self._relevant(log_delta, rtol)
            return pilots, saddle_for_epsilon(pilots, epsilon)

        log_delta = -12.0
        pilots, saddle = at(log_delta)
        for _ in range(12):
            is_short = saddle.epsilon < 0.99 * epsilon
            if is_short and log_delta <= _LEAST_LOG_MASS:
                return pilots, replace(saddle, log_delta=_LEAST_LOG_MASS)
            if not is_short and abs(saddle.log_delta - log_delta) < 1.0:
                break
            log_delta = max(3.0 * log_delta, _LEAST_LOG_MASS) if is_short else saddle.log_delta
            pilots, saddle = at(log_delta)
        return pilots, saddle

    def _epsilon_query(self, delta: float, estimate: float, gap: float = 0.0) -> Query:
        """The question for eps; ``gap`` is about how far, relatively, the lower end lies below the upper one."""
        guess = max(estimate, 1e-12)
        log_delta = math.log(max(delta - self.infinite, 1e-300))

        def ask(rounding: Rounding) -> Bracketed:
            start = guess if estimate > 0.0 else rounding.guess(delta)
            upper = rounding.upper.epsilon(delta, start)
            upper = min(upper, max(self.highest, 0.0) * (1.0 + 1e-12))
            at = upper if math.isfinite(upper) else start
            lower = min(rounding.lower.epsilon(delta, at * (1.0 - gap)), upper)
            if lower < _CLOSE * upper:
                lower = max(lower, min(self.floor.epsilon(delta), upper))
            reading = rounding.upper.read(at)
            found = self._bracketed(rounding, Bound(lower, upper), reading, (at, log_delta))
            return replace(
                found,
                sensitivity=min(max(reading.slope * at, 1.0), 100.0),
                enough=_ENOUGH + 4.0 * LOSS_ROUNDING * self.pilots.steps,
            )

        return Query(ask, lambda share, saddle: share * max(saddle.epsilon, 1e-12))

    def _delta_query(self, epsilon: float) -> Query:
        def ask(rounding: Rounding) -> Bracketed:
            reading = rounding.upper.read(epsilon)
            lower = min(rounding.lower.read(epsilon).delta, reading.delta)
            if lower < _CLOSE * reading.delta:
                lower = max(lower, min(self.floor.delta(epsilon), reading.delta))
            log_delta = math.log(reading.delta) if reading.delta > 0.0 else -math.inf
            found = self._bracketed(rounding, Bound(lower, reading.delta), reading, (epsilon, log_delta))
            moved = 4.0 * LOSS_ROUNDING * self.pilots.steps * (min(reading.slope, 1e12) + 1.0) * reading.delta
            return replace(found, enough=moved)

        return Query(ask, lambda share, at: share / (at.tilt + 1.0 / at.deviation))

    def _bracketed(self, rounding: Rounding, bound: Bound, reading: Reading, point: tuple[float, float]) -> Bracketed:
        chosen = rounding.plan
        tails = max(rounding.upper.total.infinite - self.infinite, 0.0) / max(reading.delta, 1e-300)
        return Bracketed(
            bound,
            chosen.spacing,
            chosen.window.size,
            chosen.tilt,
            reading.errors,
            tails,
            chosen.limited,
            *point,
        )


def _too_rare(log_delta: float, rtol: float) -> float:
    """Logarithm of a mass that is too small to matter at a delta."""
    return max(log_delta + math.log(1e-4 * rtol), _LEAST_LOG_MASS)


def _order(log_delta: float) -> int:
    """Number of the anchor at or below a delta."""
    return max(0, math.ceil(min(-log_delta, -_LEAST_LOG_MASS) / _LOG_ANCHOR - 1e-9))
