"""Sensitivity of integer-valued queries."""

from __future__ import annotations

from tightdp.errors import InvalidInput


def checked_integer_sensitivity(value: object) -> int:
    """``substitution_sensitivity`` as 1 or 2, or ``InvalidInput``."""
    if isinstance(value, bool) or value not in (1, 2):
        raise InvalidInput("substitution_sensitivity", value, "1 or 2, since the query takes integer values")
    return 1 if value == 1 else 2
