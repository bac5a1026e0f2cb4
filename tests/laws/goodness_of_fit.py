"""Whether draws follow a known law, by a chi-square test that hardly ever cries wolf."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Hashable, Iterable, Mapping
from fractions import Fraction
from typing import TypeVar

Outcome = TypeVar("Outcome", bound=Hashable)

FALSE_ALARM = 1e-9


def fits(draws: Iterable[Outcome], law: Mapping[Outcome, Fraction]) -> bool:
    """Whether the law gives draws as odd as these, or odder, a chance above ``FALSE_ALARM``."""
    return counts_fit(Counter(draws), law)


def counts_fit(seen: Counter[Outcome], law: Mapping[Outcome, Fraction]) -> bool:
    """The same, for draws that are counted already.

    Pearson's chi-square with Chernoff's bound on its tail, ``exp(-d/2 (t - 1 - log t))`` at
    ``t = chi-square / d``, d degrees of freedom. An outcome without probability never fits.
    """
    possible = {outcome: float(chance) for outcome, chance in law.items() if chance}
    if not seen.keys() <= possible.keys():
        return False
    total = seen.total()
    expected = {outcome: total * chance for outcome, chance in possible.items()}
    assert min(expected.values()) >= 5, "too few draws for a chi-square test"
    freedom = len(possible) - 1
    if freedom == 0:
        return True
    square = sum((seen[outcome] - mean) ** 2 / mean for outcome, mean in expected.items())
    t = square / freedom
    return t <= 1 or math.exp(-freedom / 2 * (t - 1 - math.log(t))) > FALSE_ALARM
