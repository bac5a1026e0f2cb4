"""One certified side of a privacy profile, read off a tilted sum."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

from tightdp.pld.readout import FADED
from tightdp.pld.tilted_sum import TiltedSum

Side = Literal["upper", "lower"]
# Relative width at which a root counts as found.
_CLOSE = 5e-13
# Steps aim this much beyond the root, to its safe side, and farther each time they miss it.
_NUDGE = 0.4 * _CLOSE


@dataclass(frozen=True)
class Errors:
    """What was added to one reading, each as a share of delta.

    Parameters
    ----------
    transform
        Rounding of the transform and of its power, frequencies that were left out included.
    window
        Mass outside the window: cut off, or wrapped around into it.
    moments
        Rounding of the tilt's moment generating function.
    losses
        Rounding of the losses themselves, as the change of delta that it may cause.
    """

    transform: float
    window: float
    moments: float
    losses: float

    @property
    def margin(self) -> float:
        """All but the losses' rounding, which moves eps instead."""
        return self.transform + self.window + self.moments


@dataclass(frozen=True)
class Reading:
    """delta at one eps, with what it consists of.

    Parameters
    ----------
    delta
        The certified value.
    slope
        ``-d log(delta) / d eps`` of the part at finite losses.
    errors
        The shares of ``delta`` that cover rounding and truncation.
    """

    delta: float
    slope: float
    errors: Errors


@dataclass(frozen=True)
class Curve:
    """``d(eps) = sum over s > eps of P[S = s] (1 - e^(eps - s)) + P[S = inf]``, an upper or a lower end of it.

    Parameters
    ----------
    total
        The tilted sum of laws rounded to the same side.
    side
        Which end the errors are added to.
    """

    total: TiltedSum
    side: Side

    def read(self, epsilon: float) -> Reading:
        """The certified end of delta at eps.

        Parameters
        ----------
        epsilon
            eps in nats, of either sign.
        """
        total, sign = self.total, (1.0 if self.side == "upper" else -1.0)
        at = epsilon - sign * total.shift
        weighed = total.readout.weigh(at)
        inner = weighed.inner
        outside = self._lost(at) if self.side == "upper" else self._folded(at)
        error = weighed.error + outside
        exponent = total.log_scale - total.readout.tilt * at
        scale = math.exp(min(exponent, 700.0))
        finite = scale * max(inner + sign * error, 0.0) * (1.0 + sign * min(total.relative, 1.0))
        delta = min(1.0, total.infinite + finite)
        slope = weighed.steep / inner if inner > 0.0 else math.inf
        share = scale / delta if delta > 0.0 else math.inf
        errors = Errors(
            share * weighed.error, share * outside, share * inner * total.relative, total.shift * (slope + 1.0)
        )
        return Reading(max(delta, 0.0), slope, errors)

    def _lost(self, at: float) -> float:
        total = self.total
        inside = total.readout
        outside = total.above * math.exp(-inside.tilt * max(inside.top - at, 0.0)) + math.exp(-FADED)
        return outside + (total.below if at < inside.start else 0.0)

    def _folded(self, at: float) -> float:
        """Bound on the weight of mass outside the window that the transform has moved to losses above ``at``.

        Mass above the window enters it from below, mass below the window from above.
        """
        total = self.total
        inside = total.readout
        depth = max(inside.top - at, 0.0)
        from_above = total.above * math.exp(-total.up * max(at - inside.start, 0.0))
        slower = min(inside.tilt, total.down)
        return from_above + total.below * (1.0 + inside.tilt * depth) * math.exp(-slower * depth)

    def epsilon(self, delta: float, guess: float) -> float:
        """The certified end of the smallest eps >= 0 with ``d(eps) <= delta``.

        Parameters
        ----------
        delta
            Probability > 0.
        guess
            Where to start.
        """
        if self.total.infinite >= delta:
            return math.inf
        top = self.total.readout.top + 2.0 * self.total.readout.spacing
        if top <= 0.0:
            return math.inf if self.side == "upper" else top
        at, nudge = min(max(guess, 0.0), top), _NUDGE if self.side == "upper" else -_NUDGE
        low, high, before = -math.inf, math.inf, (math.nan, math.nan)
        for _ in range(200):
            reading = self.read(at)
            is_above = reading.delta > delta
            low, high = (at, high) if is_above else (low, at)
            moved = self.way(reading, delta, _bend(before, (at, reading.slope)))
            is_safe = is_above == (self.side == "lower")
            if high - low <= _CLOSE * high < math.inf or (is_safe and abs(moved) <= _CLOSE * at):
                break
            if high <= 0.0:
                return 0.0
            if low >= top:
                return math.inf if self.side == "upper" else low
            nudge *= 2.0 if not is_safe and abs(moved) <= 10.0 * _CLOSE * at else 1.0
            before = at, reading.slope
            at = _inside(at + moved + nudge * min(high, top), low, high, top)
        return high if self.side == "upper" else max(low, 0.0)

    def way(self, reading: Reading, delta: float, bend: float) -> float:
        """How far the root of ``d(eps) = delta`` is, by the logarithm's slope and its growth; NaN if that is unknown.

        Parameters
        ----------
        reading
            Of this curve.
        delta
            Probability > 0.
        bend
            By how much the slope grows for each nat of eps.
        """
        finite = reading.delta - self.total.infinite
        if finite <= 0.0 or not 0.0 < reading.slope < math.inf:
            return math.nan
        gap = math.log(finite / (delta - self.total.infinite))
        root = reading.slope**2 + 2.0 * bend * gap
        return 2.0 * gap / (reading.slope + math.sqrt(root)) if root > 0.0 else gap / reading.slope


def _bend(before: tuple[float, float], now: tuple[float, float]) -> float:
    """Growth of the slope between two readings; 0 where it is unknown."""
    growth = (now[1] - before[1]) / (now[0] - before[0]) if now[0] != before[0] else math.nan
    return growth if math.isfinite(growth) else 0.0


def _inside(step: float, low: float, high: float, top: float) -> float:
    """The step, or an end that was not tried yet, or the middle of the bracket."""
    bottom, ceiling = max(low, 0.0), min(high, top)
    if bottom < step < ceiling:
        return step
    if step <= bottom and low < 0.0:
        return 0.0
    if step >= ceiling and high > top:
        return top
    return 0.5 * (bottom + ceiling)
