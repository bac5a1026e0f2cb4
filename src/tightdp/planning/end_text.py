"""Ends of a bound as text that is still a bound."""

from __future__ import annotations

import math
from decimal import ROUND_CEILING, ROUND_FLOOR, Context, Decimal

_DIGITS = 6


def upper_text(value: float) -> str:
    """Six digits, never below ``value``.

    Parameters
    ----------
    value
        An upper end.
    """
    return _text(value, ROUND_CEILING)


def lower_text(value: float) -> str:
    """Six digits, never above ``value``.

    Parameters
    ----------
    value
        A lower end.
    """
    return _text(value, ROUND_FLOOR)


def _text(value: float, rounding: str) -> str:
    if not math.isfinite(value):
        return str(value)
    near = Context(prec=_DIGITS, rounding=rounding).create_decimal(Decimal(repr(float(value))))
    return f"{float(near):.{_DIGITS}g}"
