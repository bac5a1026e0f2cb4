"""Where an axis begins and ends, and its labelled ticks."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from tightdp.report.figure import Scale

_SUPERSCRIPTS = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
_MOST_STEPS = 7
_MOST_POWERS = 6
_LEAST_POWER = -12


@dataclass(frozen=True, slots=True)
class AxisScale:
    """A linear or logarithmic axis.

    Parameters
    ----------
    scale
        Which.
    low, high
        Its ends; both above 0 if it is logarithmic.
    ticks
        Where a label stands, and the label.
    """

    scale: Scale
    low: float
    high: float
    ticks: tuple[tuple[float, str], ...]

    def share(self, value: float) -> float:
        """How far along the axis a value is: 0 at the low end, 1 at the high one, never outside.

        Parameters
        ----------
        value
            Any number but NaN; what lies beyond an end is put there.
        """
        inside = min(max(value, self.low), self.high)
        if self.scale == "log":
            return math.log(inside / self.low) / math.log(self.high / self.low)
        return (inside - self.low) / (self.high - self.low)


def axis_scale(values: Sequence[float], scale: Scale, *, from_zero: bool = False) -> AxisScale:
    """An axis for some values, with round ends where it starts at zero or is logarithmic.

    Parameters
    ----------
    values
        What is to be shown; infinite ones do not count, nor do zeros on a logarithmic axis.
    scale
        Linear or logarithmic. Twelve powers of ten at most are shown.
    from_zero
        Whether a linear axis starts at 0 and ends above the largest value.

    Returns
    -------
    AxisScale
        The axis.
    """
    if scale == "log":
        return _log_axis([value for value in values if 0.0 < value < math.inf])
    finite = [value for value in values if math.isfinite(value)] or [0.0, 1.0]
    low, high = (0.0 if from_zero else min(finite)), max(finite)
    if high <= low:
        low, high = (0.0, 1.0) if from_zero and high <= 0.0 else (low - 0.5, high + 0.5)
    step = _nice((high - low) / _MOST_STEPS, is_whole=all(value.is_integer() for value in map(float, finite)))
    if from_zero:
        high = float(f"{math.ceil(high / step - 1e-9) * step:.12g}")
    first, last = math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)
    ticks = [float(f"{number * step:.12g}") for number in range(first, last + 1)]
    return AxisScale("linear", low, high, tuple((tick, f"{tick:.6g}") for tick in ticks))


def _log_axis(values: Sequence[float]) -> AxisScale:
    top = math.ceil(math.log10(max(values, default=1.0)) - 1e-9)
    lowest = math.log10(min(values, default=0.1))
    bottom = min(max(math.floor(lowest + 1e-9), top + _LEAST_POWER), top - 1)
    every = math.ceil((top - bottom) / _MOST_POWERS)
    powers = range(top, bottom - 1, -every)
    ticks = tuple((10.0**power, "1" if power == 0 else f"10{str(power).translate(_SUPERSCRIPTS)}") for power in powers)
    return AxisScale("log", 10.0**bottom, 10.0**top, ticks)


def _nice(step: float, *, is_whole: bool) -> float:
    """The next of 1, 2, 2.5, 5 times a power of ten; a whole number where only those make sense."""
    power = 10.0 ** math.floor(math.log10(step))
    found = (factor * power for factor in (1.0, 2.0, 2.5, 5.0, 10.0))
    fitting = (value for value in found if value >= step * (1.0 - 1e-9) and (not is_whole or value.is_integer()))
    return next(fitting, 1.0)
