"""Checks of single values that come from a user; each names the value and the allowed range."""

from __future__ import annotations

import math
import operator

from tightdp.errors import InvalidInput


def real(name: str, value: object, allowed: str) -> float:
    """``value`` as a float; booleans, text, NaN and other types raise ``InvalidInput``."""
    if isinstance(value, (bool, str, bytes)):
        raise InvalidInput(name, value, allowed)
    try:
        number = float(value)  # type: ignore[arg-type]
    except (TypeError, ValueError, OverflowError):
        raise InvalidInput(name, value, allowed) from None
    if math.isnan(number):
        raise InvalidInput(name, value, allowed)
    return number


def nonnegative(name: str, value: object) -> float:
    """``value`` as a finite float >= 0, or ``InvalidInput``."""
    allowed = "a finite number >= 0"
    number = real(name, value, allowed)
    if number < 0.0 or math.isinf(number):
        raise InvalidInput(name, value, allowed)
    return number


def at_least_zero(name: str, value: object) -> float:
    """``value`` as a float >= 0, infinity included, or ``InvalidInput``."""
    number = real(name, value, "a number >= 0")
    if number < 0.0:
        raise InvalidInput(name, value, "a number >= 0")
    return number


def below_one(name: str, value: object) -> float:
    """``value`` as a float in [0, 1), or ``InvalidInput``."""
    number = real(name, value, "in [0, 1)")
    if not 0.0 <= number < 1.0:
        raise InvalidInput(name, value, "in [0, 1)")
    return number


def probability(name: str, value: object) -> float:
    """``value`` as a float in [0, 1], or ``InvalidInput``."""
    number = real(name, value, "in [0, 1]")
    if not 0.0 <= number <= 1.0:
        raise InvalidInput(name, value, "in [0, 1]")
    return number


def whole(name: str, value: object, least: int) -> int:
    """``value`` as an int >= ``least``; booleans and fractions raise ``InvalidInput``."""
    allowed = f"a whole number >= {least}"
    if isinstance(value, (bool, str, bytes)):
        raise InvalidInput(name, value, allowed)
    try:
        number = operator.index(value)  # type: ignore[arg-type]
    except TypeError:
        raise InvalidInput(name, value, allowed) from None
    if number < least:
        raise InvalidInput(name, value, allowed)
    return number
