"""One certified side of a privacy profile, read off a tilted sum."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

from tightdp.pld.readout import FADED
from tightdp.pld.tilted_sum import TiltedSum

Side = Literal["upper", "lower"]


@dataclass(frozen=True)
class Reading:
    """delta at one eps, with what it consists of.

    Parameters
    ----------
    delta
        The certified value.
    slope
        ``-d log(delta) / d eps`` of the part at finite losses.
    margin
        The share of ``delta`` that covers rounding and truncation.
    """

    delta: float
    slope: float
    margin: float


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
        error = weighed.error + (self._lost(at) if self.side == "upper" else self._folded(at))
        exponent = total.log_scale - total.readout.tilt * at
        scale = math.exp(min(exponent, 700.0))
        finite = scale * max(inner + sign * error, 0.0) * (1.0 + sign * min(total.relative, 1.0))
        delta = min(1.0, total.infinite + finite)
        margin = scale * (error + inner * total.relative) / delta if delta > 0.0 else math.inf
        return Reading(max(delta, 0.0), weighed.steep / inner if inner > 0.0 else math.inf, margin)

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
        if self.side == "upper" and self.read(0.0).delta <= delta:
            return 0.0
        starts = (guess * share for share in (1.0, 0.999, 0.99, 0.9, 0.5, 0.1, 0.0))
        low = next((start for start in starts if self.read(start).delta > delta), None)
        if low is None:
            return 0.0
        high = self.total.readout.top + 2.0 * self.total.readout.spacing
        if high <= 0.0 or self.read(high).delta > delta:
            return math.inf if self.side == "upper" else high
        return self._solve(delta, low, high, min(max(guess, low), high))

    def _solve(self, delta: float, low: float, high: float, at: float) -> float:
        target = math.log(delta - self.total.infinite)
        for _ in range(200):
            reading = self.read(at)
            finite = reading.delta - self.total.infinite
            if reading.delta > delta:
                low = at
            else:
                high = at
            if high - low <= 1e-13 * high:
                break
            step = math.nan
            if finite > 0.0 and 0.0 < reading.slope < math.inf:
                step = at + (math.log(finite) - target) / reading.slope
                nudge = 2e-14 * high
                step += nudge if reading.delta > delta else -nudge
            at = step if low < step < high else 0.5 * (low + high)
        return high if self.side == "upper" else low
