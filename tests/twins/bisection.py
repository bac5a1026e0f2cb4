"""The obviously right way to calibrate: halve the bracket, account afresh each time."""

from __future__ import annotations

from collections.abc import Callable


def bisected(meets: Callable[[float], bool], missed: float, met: float, tolerance: float) -> tuple[float, float]:
    """Neighbours ``(missed, met)`` of a condition that holds at one end and not at the other; both ends positive."""
    assert meets(met)
    assert not meets(missed)
    while max(met, missed) > min(met, missed) * (1.0 + tolerance):
        middle = (met * missed) ** 0.5
        missed, met = (missed, middle) if meets(middle) else (middle, met)
    return missed, met


def counted(meets: Callable[[int], bool], most: int) -> int:
    """The largest whole number up to ``most`` before the first one that misses, by trying them all."""
    return next((n - 1 for n in range(1, most + 1) if not meets(n)), most)
