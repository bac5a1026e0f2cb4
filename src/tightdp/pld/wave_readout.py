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
        front = np.exp(self._turn * (self._orders * place % self.size))
        slow, steep = self.tilt, self.tilt + 1.0
        starts = np.exp([[-slow * gap], [-steep * gap]])
        lasts = np.exp([[-min(rate * self.spacing * number, 700.0)] for rate in (slow, steep)])
        series = starts * (front - lasts * self._back) * self._inverse
        series[:, 0] = [float(starts[i, 0]) * self._plain_sum(rate, number) for i, rate in enumerate((slow, steep))]
        weights = series[0] - series[1]
        sizes = (starts * (1.0 + lasts) * self._inverse_sizes).sum(axis=0)
        sizes[0] = abs(series[0, 0]) + abs(series[1, 0])
        error = float(self._scaled_errors @ np.abs(weights) + self._scaled_sizes @ sizes)
        error += self.beyond * (2.0 * math.log(self.size) + 2.0)
        inner, steeper = (self._scaled * weights).sum().real, (self._scaled * series[1]).sum().real
        return Weighed(float(inner), float(steeper), error)

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
    def _scaled_errors(self) -> Array:
        return self._twice * self.errors

    @cached_property
    def _scaled_sizes(self) -> Array:
        return self._twice * _SUM * np.abs(self.values)

    @cached_property
    def _back(self) -> ComplexArray:
        return np.exp(self._turn * (self._orders * (self.first % self.size) % self.size))

    @cached_property
    def _inverse(self) -> ComplexArray:
        """``1 / (1 - r)`` for the ratio r of both geometric series, one row each."""
        falls = np.array([[self.tilt], [self.tilt + 1.0]]) * self.spacing
        ratio: ComplexArray = -np.expm1(-falls + self._turn * self._orders)
        ratio[:, 0] = 1.0
        return 1.0 / ratio

    @cached_property
    def _inverse_sizes(self) -> Array:
        return np.abs(self._inverse)
