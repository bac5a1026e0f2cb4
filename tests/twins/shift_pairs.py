"""Two mixtures of shifts of one noise law, in many digits: bisection for the threshold, then sums of tails."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import pairwise
from typing import Any, Literal

from mpmath import erfc, exp, inf, isinf, log, mpf, pi, quad, sqrt, workdps

DIGITS = 40
Number = Any  # mpmath's mpf, which has no types
Tails = tuple[Number, Number, Number, Number]


@dataclass(frozen=True)
class ShiftTwin:
    """``P = sum_i p_i N(i unit)`` against ``Q = sum_j q_j N(-j unit)``; every input is the float it is."""

    noise: Literal["gaussian", "laplace"]
    scale: float
    p: tuple[float, ...]
    q: tuple[float, ...]
    unit: float = 1.0

    @cached_property
    def above(self) -> list[tuple[Number, Number]]:
        return _side(self.p, mpf(self.unit))

    @cached_property
    def below(self) -> list[tuple[Number, Number]]:
        return _side(self.q, -mpf(self.unit))

    @property
    def ends(self) -> tuple[Number, Number]:
        """The first and the last shift."""
        shifts = [s for s, _ in self.above + self.below]
        return min(shifts), max(shifts)

    def density(self, x: Number) -> Number:
        """Up to a constant factor."""
        x = abs(x) / mpf(self.scale)
        return exp(-x) if self.noise == "laplace" else exp(-x * x / 2)

    def survival(self, x: Number) -> Number:
        """``P[Z > x]``."""
        x = x / mpf(self.scale)
        if self.noise == "gaussian":
            return erfc(x / sqrt(mpf(2))) / 2
        return exp(-x) / 2 if x >= 0 else 1 - exp(x) / 2

    def mixed(self, function: Callable[[Number], Number], z: Number) -> tuple[Number, Number]:
        """``sum_i w_i function(z - s_i)`` for P and for Q."""
        return sum(w * function(z - s) for s, w in self.above), sum(w * function(z - s) for s, w in self.below)

    def loss(self, z: Number) -> Number:
        with workdps(DIGITS):
            p, q = self.mixed(self.density, mpf(z))
            return log(p / q)

    def threshold(self, loss: Number) -> Number:
        """The largest z with ``loss(z) <= l``; the loss never falls along the line."""
        return _threshold(self, loss)

    def tails(self, loss: Number) -> Tails:
        """``P[L > l], Q[L > l], P[L <= l], Q[L <= l]``."""
        with workdps(DIGITS):
            z = self.threshold(mpf(loss))
            if isinf(z):
                over = mpf(z < 0)
                return over, over, 1 - over, 1 - over
            return *self.mixed(self.survival, z), *self.mixed(lambda x: self.survival(-x), z)

    def cell(self, left: Number, right: Number) -> tuple[Number, Number]:
        """P- and Q-mass of the losses in (left, right]."""
        with workdps(DIGITS):
            low, high = self.threshold(mpf(left)), self.threshold(mpf(right))

            def between(side: list[tuple[Number, Number]]) -> Number:
                return sum(w * self._mass(low - s, high - s) for s, w in side)

            return between(self.above), between(self.below)

    def _mass(self, low: Number, high: Number) -> Number:
        if high < 0:
            low, high = -high, -low
        return (0 if low == inf else self.survival(low)) - (0 if high == inf else self.survival(high))

    def hockey_stick(self, epsilon: Number) -> Number:
        """``P[L > eps] - e^eps Q[L > eps]``, by the complements where those are smaller."""
        with workdps(DIGITS):
            p, q, p_low, q_low = self.tails(epsilon)
            factor = exp(mpf(epsilon))
            return p - factor * q if epsilon >= 0 else 1 - factor - p_low + factor * q_low

    def rounding(self, loss: float) -> Number:
        """How far a loss may be off when it is a difference of two log ratios in double precision."""
        with workdps(DIGITS):
            z = self.threshold(mpf(loss))
            if isinf(z):
                return mpf(5e-16) * abs(mpf(loss))
            p, q = self.mixed(self.density, z)
            plain = self.density(z)
            far = min(self.p[0], self.q[0]) < 0.5
            return mpf(5e-16) * (abs(mpf(loss)) + abs(log(p / plain)) + abs(log(q / plain)) + far)

    def hockey_stick_by_quadrature(self, epsilon: float) -> Number:
        """``integral of max(0, p - e^eps q)``, piece by piece, cut at the shifts and where the sign changes."""
        with workdps(20):
            factor = exp(mpf(epsilon))

            def difference(z: Number) -> Number:
                p, q = self.mixed(self.density, z)
                return p - factor * q

            width = mpf(self.scale) / 2 if self.noise == "gaussian" else 2 * mpf(self.scale)
            first, last = self.ends
            even = [first + t * width for t in range(-24, 25 + int((last - first) / width))]
            cuts = sorted({*even, *(s for s, _ in self.above + self.below)})
            signed = _cut_at_roots(difference, cuts)
            total = sum(quad(difference, [a, b]) for a, b in pairwise(signed) if difference((a + b) / 2) > 0)
            whole = sqrt(2 * pi) if self.noise == "gaussian" else 2
            return total / (whole * self.scale)


def _cut_at_roots(function: Callable[[Number], Number], cuts: list[Number]) -> list[Number]:
    roots: list[Number] = []
    for left, right in pairwise(cuts):
        low, high = left, right
        if (function(low) > 0) == (function(high) > 0):
            continue
        for _ in range(60):
            middle = (low + high) / 2
            low, high = (low, middle) if (function(middle) > 0) == (function(high) > 0) else (middle, high)
        roots.append(low)
    return sorted({*cuts, *roots})


@cache
def _threshold(twin: ShiftTwin, loss: Number) -> Number:
    """By doubling steps outwards and bisection; a Laplace loss is constant left and right of all shifts."""
    first, last = twin.ends
    step = mpf(twin.unit) + mpf(twin.scale)
    farthest = 0 if twin.noise == "laplace" else 10**6 * step
    low, high, reach = first, last, step
    while twin.loss(low) > loss:
        if low <= first - farthest:
            return -inf
        low, reach = low - reach, 2 * reach
    reach = step
    while twin.loss(high) <= loss:
        if high >= last + farthest:
            return inf
        high, reach = high + reach, 2 * reach
    for _ in range(3 * DIGITS):
        middle = (low + high) / 2
        low, high = (middle, high) if twin.loss(middle) <= loss else (low, middle)
    return low


def _side(weights: tuple[float, ...], unit: Number) -> list[tuple[Number, Number]]:
    """Shifts and weights; the largest weight is what the others leave of 1, since floats rarely sum to 1."""
    with workdps(DIGITS):
        exact = [mpf(w) for w in weights]
        largest = exact.index(max(exact))
        exact[largest] = 1 - sum(w for i, w in enumerate(exact) if i != largest)
        return [(i * unit, w) for i, w in enumerate(exact) if w]
