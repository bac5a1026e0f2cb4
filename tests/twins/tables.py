"""The pair of two probability vectors, by sums over the outcomes in many digits."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from mpmath import exp, inf, log, mpf, workdps

DIGITS = 60
Number = Any  # mpmath's mpf, which has no types


@dataclass(frozen=True)
class TableTwin:
    """Outcomes with masses under P and under Q, each the float it is."""

    p: tuple[Number, ...]
    q: tuple[Number, ...]

    @classmethod
    def of(cls, p: Sequence[float], q: Sequence[float]) -> TableTwin:
        return cls(tuple(mpf(float(x)) for x in p), tuple(mpf(float(x)) for x in q))

    @property
    def rows(self) -> list[tuple[Number, Number, Number]]:
        """Loss, P-mass and Q-mass of each outcome."""
        with workdps(DIGITS):
            return [(_loss(p, q), p, q) for p, q in zip(self.p, self.q, strict=True) if p or q]

    def swapped(self) -> TableTwin:
        return TableTwin(self.q, self.p)

    def amplified(self, rate: float) -> TableTwin:
        """``((1 - rate) Q + rate P, Q)``."""
        with workdps(DIGITS):
            eta = mpf(rate)
            return TableTwin(tuple((1 - eta) * q + eta * p for p, q in zip(self.p, self.q, strict=True)), self.q)

    def tails(self, loss: float) -> tuple[Number, Number, Number, Number]:
        """``P[L > l], Q[L > l], P[L <= l], Q[L <= l]``."""
        with workdps(DIGITS):
            above = [(p, q) for x, p, q in self.rows if x > loss]
            below = [(p, q) for x, p, q in self.rows if x <= loss]
            return _total(above, 0), _total(above, 1), _total(below, 0), _total(below, 1)

    def cell(self, left: float, right: float) -> tuple[Number, Number]:
        """P- and Q-mass of the finite losses in (left, right]."""
        with workdps(DIGITS):
            inside = [(p, q) for x, p, q in self.rows if left < x <= right and abs(x) < inf]
            return _total(inside, 0), _total(inside, 1)

    def hockey_stick(self, epsilon: float) -> Number:
        """``sum of max(0, p - e^eps q)``."""
        with workdps(DIGITS):
            factor = exp(mpf(epsilon))
            return sum((max(mpf(0), p - factor * q) for p, q in zip(self.p, self.q, strict=True)), mpf(0))

    def false_negative_rate(self, false_positive_rate: float) -> Number:
        """Neyman and Pearson: claim P where the loss is largest, until the claims use up the allowed Q-mass."""
        with workdps(DIGITS):
            left, missed = mpf(false_positive_rate), sum(self.p, mpf(0))
            for _, p, q in sorted(self.rows, key=lambda row: row[0], reverse=True):
                share = mpf(1) if q <= left else left / q
                missed, left = missed - share * p, left - share * q
            return missed


def _loss(p: Number, q: Number) -> Number:
    if p == 0:
        return -inf
    return inf if q == 0 else log(p / q)


def _total(masses: list[tuple[Number, Number]], side: int) -> Number:
    return sum((pair[side] for pair in masses), mpf(0))
