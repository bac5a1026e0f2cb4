"""Numbers as text, rounded so that a printed bound is still a bound."""

from __future__ import annotations

import math
from decimal import ROUND_CEILING, ROUND_FLOOR, Context, Decimal

DIGITS = 6


def rounded_up(value: float, digits: int = DIGITS) -> str:
    """``value`` with few digits, never below ``value``: how to print an upper end.

    Parameters
    ----------
    value
        Any number but NaN.
    digits
        Significant digits.

    Returns
    -------
    str
        For instance ``5.19271`` for 5.192701; ``inf`` for infinity.
    """
    return _rounded(value, digits, ROUND_CEILING)


def rounded_down(value: float, digits: int = DIGITS) -> str:
    """``value`` with few digits, never above ``value``: how to print a lower end.

    Parameters
    ----------
    value
        Any number but NaN.
    digits
        Significant digits.

    Returns
    -------
    str
        For instance ``5.19270`` without the last zero for 5.192709; ``inf`` for infinity.
    """
    return _rounded(value, digits, ROUND_FLOOR)


def exact_text(value: float) -> str:
    """``value`` with as many digits as it takes to read the same number back.

    Parameters
    ----------
    value
        Any number.

    Returns
    -------
    str
        For instance ``1e-05`` or ``0.1``; whole numbers without a point.
    """
    return repr(int(value)) if value == round(value, 0) and abs(value) < 1e15 else repr(float(value))


def _rounded(value: float, digits: int, rounding: str) -> str:
    if math.isinf(value):
        return str(value)
    nearby = Context(prec=digits, rounding=rounding).create_decimal(Decimal(repr(float(value))))
    return f"{float(nearby) + 0.0:.{digits}g}"  # no "-0"
