"""Where a falling function of one unknown crosses zero, in few evaluations."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from tightdp.calibration.axis import Axis

# A proposal lies this many steps on the private side of the estimated root, so that it meets the target itself.
_SAFE_SIDE = 0.3
# Slope of log loss against position that is assumed before two values are known.
_FIRST_SLOPE = -1.0
_FLAT = -1e-3
# So far apart that few looks cross any range, so near that none lands where the numbers have no digits left.
_FURTHEST = math.log(30.0)


@dataclass(frozen=True)
class Trial:
    """One value that was looked at.

    Parameters
    ----------
    value
        Of the unknown.
    position
        Where it stands on the axis.
    excess
        Positive where the target is missed; may be infinite.
    """

    value: float
    position: float
    excess: float


@dataclass(frozen=True)
class Crossing:
    """Neighbours on the two sides of the crossing; one side is missing where an end of the axis is on the other.

    Parameters
    ----------
    met
        The least private value that meets the target.
    missed
        Its neighbour that misses it.
    evaluations
        How many values were looked at.
    """

    met: Trial | None
    missed: Trial | None
    evaluations: int


def crossing(axis: Axis, excess_of: Callable[[float], float], start: float) -> Crossing:
    """The neighbours ``missed < met`` with ``excess(missed) > 0 >= excess(met)``.

    Bracketed secant steps in log-log coordinates, where privacy losses are nearly straight lines, with bisection
    wherever these do not halve the bracket. That the two ends are on the two sides holds for any function; that the
    crossing is the only one needs it to fall.

    Parameters
    ----------
    axis
        Values and their order.
    excess_of
        The function.
    start
        The first value to look at.
    """
    trials: list[Trial] = []
    met: Trial | None = None
    missed: Trial | None = None
    widths: list[float] = []
    value: float | None = start
    while value is not None:
        trials.append(Trial(value, axis.position(value), excess_of(value)))
        met, missed = (trials[-1], missed) if trials[-1].excess <= 0.0 else (met, trials[-1])
        if met is None or missed is None:
            value = _outwards(axis, trials)
        else:
            widths.append(met.position - missed.position)
            value = _inwards(axis, trials, met, missed, is_slow=len(widths) > 2 and widths[-1] > 0.5 * widths[-3])
    return Crossing(met, missed, len(trials))


def _outwards(axis: Axis, trials: Sequence[Trial]) -> float | None:
    """The next value towards the end that may be on the other side; None at that end."""
    here = trials[-1]
    is_missed = here.excess > 0.0
    end = axis.private_end if is_missed else axis.open_end
    if here.value == end:
        return None
    is_hopeless = len(trials) > 1 and math.isinf(here.excess) and here.excess == trials[-2].excess
    if is_hopeless:
        return end
    direction = 1.0 if is_missed else -1.0
    root, step = root_of(trials), axis.step(here.position)
    distance = _FURTHEST if root is None else (root - here.position) * direction
    further = distance + _SAFE_SIDE * step if is_missed else distance + (1.0 - _SAFE_SIDE) * step
    least = step * 2.0 ** min(len(trials) - 2, 60)
    value = axis.value(here.position + direction * min(max(further, least), _FURTHEST))
    if value == here.value:  # a whole number's neighbour
        value += 1 if end > value else -1
    return value


def _inwards(axis: Axis, trials: Sequence[Trial], met: Trial, missed: Trial, *, is_slow: bool) -> float | None:
    """The next value between the two sides; None when they are neighbours."""
    if axis.are_neighbours(met.value, missed.value):
        return None
    root = None if is_slow else root_of(trials)
    middle = 0.5 * (met.position + missed.position)
    if root is None or not missed.position <= root <= met.position:
        return axis.between(middle, met.value, missed.value)
    step = axis.step(root)
    is_near = met.position - root <= (1.0 - _SAFE_SIDE) * step
    wanted = met.position - 0.95 * step if is_near else root + _SAFE_SIDE * step
    return axis.between(wanted, met.value, missed.value)


def root_of(trials: Sequence[Trial]) -> float | None:
    """Estimate of the position where the excess is 0; None where it cannot be told.

    Parameters
    ----------
    trials
        What is known.
    """
    known = sorted((one for one in trials if math.isfinite(one.excess)), key=lambda one: abs(one.excess))[:3]
    if not known:
        return None
    best, *others = known
    if not others:
        return best.position - best.excess / _FIRST_SLOPE
    slopes = [_slope(best, one) for one in others]
    if not slopes[0] < _FLAT:
        return None
    step = -best.excess / slopes[0]
    if len(slopes) == 2 and slopes[1] < _FLAT:  # inverse parabola through three points
        a, b = others
        bend = (1.0 / slopes[1] - 1.0 / slopes[0]) / (b.excess - a.excess) if b.excess != a.excess else 0.0
        curved = step + bend * best.excess * a.excess
        step = curved if 0.5 * abs(step) <= abs(curved) <= 2.0 * abs(step) and curved * step > 0.0 else step
    return best.position + step


def _slope(one: Trial, other: Trial) -> float:
    """Change of the excess over change of the position; 0 where they coincide."""
    apart = other.position - one.position
    return (other.excess - one.excess) / apart if apart else 0.0
