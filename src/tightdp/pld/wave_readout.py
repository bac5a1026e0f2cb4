"""A composed law that is known by its lowest frequencies, weighed without ever being inverted."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from tightdp.numerics.spectrum import ComplexArray
from tightdp.pairs.pair import Array
from tightdp.pld.readout import AbstractReadout, Weighed

_UNIT = float(np.finfo(np.float64).eps)
_SUM = 64.0 * _UNIT


@dataclass(frozen=True, eq=False)
class WaveReadout(AbstractReadout):
    """The law by the transform at its lowest frequencies; all others are bounded.

    The weights ``e^(-lambda u) (1 - e^-u)`` over evenly spaced u are geometric series, so that by Parseval's identity
    one reading costs as many terms as there are frequencies, whatever the number of grid points.

    Parameters
    ----------
    start, spacing, size
        The grid.
    tilt
        lambda.
    first
        The place of ``start``, on the scale on which the transform is taken.
    values
        The transform X_k, ``(reach,)``, X_0 included.
    errors
        Bound on the absolute error of each, ``(reach,)``.
    beyond
        Bound on the modulus at every higher frequency.
    """

    start: float
    spacing: float
    size: int
    tilt: float
    first: int
    values: ComplexArray
    errors: Array
    beyond: float

    def weigh(self, at: float) -> Weighed:
        """By Parseval's identity; ``|sum w z^j| <= n / k`` for unimodal weights below 1 bounds what is left out."""
        index = self.first_above(at)
        if index >= self.size:
            return Weighed(0.0, 0.0, 0.0)
        gap, number = self.start + index * self.spacing - at, self.size - index
        place = (self.first + index) % self.size
        turned = (self._series @ np.exp(self._turn * (self._orders * place % self.size))).real.tolist()
        slow, steep = self._weights(0, gap, number, turned[0]), self._weights(1, gap, number, turned[1])
        inner = slow.sum - steep.sum
        wrong = self._wrong
        error = wrong.lowest * abs(slow.plain - steep.plain) + wrong.both - math.expm1(-gap) * wrong.each[1]
        error += slow.last * wrong.each[0] + steep.last * wrong.each[1]
        error += slow.rounding + steep.rounding + self.beyond * (2.0 * math.log(self.size) + 2.0)
        return Weighed(inner, steep.sum, error)

    def _weights(self, row: int, gap: float, number: int, turned: float) -> _Weights:
        """One of the two geometric series, whose first term is ``e^(-rate gap)``, against the law."""
        rate = self.tilt + row
        first = math.exp(-rate * gap)
        last = first * math.exp(-min(rate * self.spacing * number, 700.0))
        plain = first * self._plain_sum(rate, number)
        lowest = float(self._scaled[0].real)
        size = _SUM * (lowest * plain + (first + last) * self._sizes[row])
        return _Weights(first * turned - last * self._ends[row] + lowest * plain, plain, last, size)

    def _plain_sum(self, rate: float, number: int) -> float:
        """The geometric series at frequency 0."""
        fall = rate * self.spacing
        return math.expm1(-fall * number) / math.expm1(-fall) if fall > 0.0 else float(number)

    @property
    def _turn(self) -> complex:
        return 2j * math.pi / self.size

    @cached_property
    def _orders(self) -> NDArray[np.int64]:
        return np.arange(len(self.values), dtype=np.int64)

    @cached_property
    def _twice(self) -> Array:
        """Each frequency but the lowest stands for two."""
        twice = np.full(len(self.values), 2.0 / self.size)
        twice[0] = 1.0 / self.size
        return twice

    @cached_property
    def _scaled(self) -> ComplexArray:
        return self._twice * self.values

    @cached_property
    def _inverse(self) -> ComplexArray:
        """``1 / (1 - r)`` for the ratio r of both geometric series, one row each; 0 at frequency 0."""
        falls = np.array([[self.tilt], [self.tilt + 1.0]]) * self.spacing
        ratio: ComplexArray = -np.expm1(-falls + self._turn * self._orders)
        ratio[:, 0] = 1.0
        inverse = 1.0 / ratio
        inverse[:, 0] = 0.0
        return inverse

    @cached_property
    def _series(self) -> ComplexArray:
        return self._scaled * self._inverse

    @cached_property
    def _ends(self) -> list[float]:
        """The law against what follows the last term of each series."""
        back = np.exp(self._turn * (self._orders * (self.first % self.size) % self.size))
        return (self._series @ back).real.tolist()

    @cached_property
    def _sizes(self) -> list[float]:
        return np.abs(self._series).sum(axis=1).tolist()

    @cached_property
    def _wrong(self) -> _Wrong:
        errors = self._twice * self.errors
        sizes = np.abs(self._inverse) @ errors
        both = np.abs(self._inverse[0] - self._inverse[1]) @ errors
        return _Wrong(float(errors[0]), float(both), (float(sizes[0]), float(sizes[1])))


@dataclass(frozen=True, slots=True)
class _Weights:
    """A series against the law: its sum, the part at frequency 0, the term after the last one, rounding."""

    sum: float
    plain: float
    last: float
    rounding: float


@dataclass(frozen=True, slots=True)
class _Wrong:
    """Errors of the transform, weighed: at frequency 0, by the series' difference, and by each of them."""

    lowest: float
    both: float
    each: tuple[float, float]
