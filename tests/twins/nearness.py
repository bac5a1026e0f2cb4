"""When a float agrees with a number of many digits."""

from __future__ import annotations

from typing import Any

import pytest
from mpmath import log, mpf

SMALLEST = 1e-300
TOLERANCE = 1e-10


def about(value: float, absolute: float | None = None) -> Any:
    """``pytest.approx`` as a part of a record, where its type is in the way."""
    return pytest.approx(value, abs=absolute)


def agrees(log_mass: float, masses: tuple[Any, Any], tolerance: float = TOLERANCE) -> bool:
    """Whether ``e^log_mass`` is between two masses, up to a relative error; below 1e-300 it only has to be tiny.

    The two masses are those at the two ends of what a rounded loss can mean.
    """
    low, high = min(masses), max(masses)
    if high < SMALLEST:
        return log_mass <= -680.0
    floor = -mpf("inf") if low < SMALLEST else log(low) - tolerance
    return bool(floor <= log_mass <= log(high) + tolerance)


def is_sharp(masses: tuple[Any, Any], tolerance: float = TOLERANCE) -> bool:
    """Whether the rounding of the loss leaves a mass above 1e-300 its digits, so that agreement means precision."""
    low, high = min(masses), max(masses)
    return bool(low >= SMALLEST and log(high / low) <= tolerance)


def relative_error(value: float, truth: Any) -> float:
    """``|value / truth - 1|``, 0 where both are 0."""
    if truth == 0:
        return abs(value)
    return float(abs(mpf(float(value)) / truth - 1))
