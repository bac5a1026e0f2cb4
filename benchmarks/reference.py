"""What an answer is compared with: the truth where it is known, tightdp's certified bracket otherwise."""

from __future__ import annotations

import math

from benchmarks.measurement import Measurement
from benchmarks.tasks import Task

ROUNDING = 1e-9


def bracket(task: Task, mine: Measurement) -> tuple[float, float]:
    """An interval that holds the true epsilon of a single question."""
    if task.truth is not None:
        value, error = task.truth
        return value * (1 - error), value * (1 + error)
    if not mine.samples:
        return 0.0, math.inf
    return mine.lower or 0.0, mine.upper


def within_one_percent(one: Measurement, task: Task, mine: Measurement) -> bool:
    """Whether the reported upper value is at most 1% above the truth and not below it."""
    low, high = bracket(task, mine)
    return one.answered and low * (1 - ROUNDING) <= one.upper <= 1.01 * high


def verdict(one: Measurement, task: Task, mine: Measurement) -> str:
    """Whether the answer holds the truth."""
    if not one.answered:
        return "no answer"
    low, high = bracket(task, mine)
    if one.upper < low * (1 - ROUNDING):
        return f"below by {1 - one.upper / low:.1e}"
    if one.lower is not None and one.lower > high * (1 + ROUNDING):
        return f"lower end above by {one.lower / high - 1:.1e}"
    return "holds"


def accurate_answers(one: Measurement, mine: Measurement) -> int:
    """Of a curve or a sweep, how many upper values are valid and within 1% of tightdp's lower end."""
    if not one.samples or not mine.samples:
        return 0
    return sum(
        (low or 0.0) * (1 - ROUNDING) <= upper <= 1.01 * high
        for (_, upper), (low, high) in zip(one.values, mine.values, strict=True)
    )
