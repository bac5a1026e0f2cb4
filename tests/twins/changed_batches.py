"""Noise on a sum over a random batch as two mixtures of shifts, by counting in fractions.

One changed record moves the sum by ``unit``: to the right where x holds it, to the left where x' holds it.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import comb

Shifts = tuple[tuple[float, float], ...]


def binomial(trials: int, rate: float) -> list[Fraction]:
    """``Pr[i of the trials succeed]``."""
    r = Fraction(rate)
    return [comb(trials, i) * r**i * (1 - r) ** (trials - i) for i in range(trials + 1)]


def hypergeometric(size: int, marked: int, drawn: int) -> list[Fraction]:
    """``Pr[i of the marked records are among those drawn without replacement]``."""
    every = comb(size, drawn)
    return [Fraction(comb(marked, i) * comb(size - marked, drawn - i), every) for i in range(min(marked, drawn) + 1)]


def moved(chances: Sequence[Fraction], unit: float) -> Shifts:
    """Shifts ``i unit`` with their weights, empty ones left out."""
    return tuple((i * unit, float(chance)) for i, chance in enumerate(chances) if float(chance) > 0.0)


def poisson_shifts(rate: float, removed: int, inserted: int, unit: float = 1.0) -> tuple[Shifts, Shifts]:
    """The sums over a Poisson batch of x and of x'."""
    return moved(binomial(removed, rate), unit), moved(binomial(inserted, rate), -unit)
