"""Compositions of small tables in exact fractions."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from fractions import Fraction

Table = Mapping[Fraction | None, Fraction]


def table(p: list[Fraction], q: list[Fraction]) -> Table:
    """P-mass of each likelihood ratio p / q, None for outcomes that q cannot give."""
    law: defaultdict[Fraction | None, Fraction] = defaultdict(Fraction)
    for a, b in zip(p, q, strict=True):
        law[a / b if b else None] += a
    return law


def product(first: Table, second: Table) -> Table:
    """Both tables independently: ratios multiply."""
    law: defaultdict[Fraction | None, Fraction] = defaultdict(Fraction)
    for r, a in first.items():
        for s, b in second.items():
            law[None if r is None or s is None else r * s] += a * b
    return law


def power(one: Table, count: int) -> Table:
    """The table taken ``count`` times."""
    total: Table = {Fraction(1): Fraction(1)}
    for _ in range(count):
        total = product(total, one)
    return total


def delta_at(law: Table, alpha: Fraction) -> Fraction:
    """``sum of P (1 - alpha / ratio)`` over ratios above ``alpha = e^eps``."""
    return sum(
        (mass if ratio is None else mass * (1 - alpha / ratio))
        for ratio, mass in law.items()
        if ratio is None or ratio > alpha
    ) + Fraction(0)


def response_table(truth: Fraction, categories: int, rate: Fraction) -> Table:
    """One removed record under Poisson sampling, answered truly with this probability."""
    lie = (1 - truth) / (categories - 1)
    plain = [truth, lie, *[lie] * (categories - 2)]
    other = [lie, truth, *[lie] * (categories - 2)]
    return table([(1 - rate) * a + rate * b for a, b in zip(plain, other, strict=True)], plain)


def swapped(law: Table) -> Table:
    """The other direction of a table in which every ratio is positive and finite."""
    return {1 / ratio: mass / ratio for ratio, mass in law.items() if ratio}
