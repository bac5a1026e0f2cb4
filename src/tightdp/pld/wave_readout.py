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
        front = np.exp(1j * self._angle * (self._orders * place % self.size))
        slow, slow_size = self._series(self.tilt, self._slow, front, gap, number)
        steep, steep_size = self._series(self.tilt + 1.0, self._steep, front, gap, number)
        weights = slow - steep
        error = float(self._scaled_errors @ np.abs(weights) + self._scaled_sizes @ (slow_size + steep_size))
        error += self.beyond * (2.0 * math.log(self.size) + 2.0)
        inner = float(np.real(self._scaled @ weights))
        return Weighed(inner, float(np.real(self._scaled @ steep)), error)

    @property
    def _angle(self) -> float:
        return 2.0 * math.pi / self.size

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
        return np.exp(1j * self._angle * (self._orders * (self.first % self.size) % self.size))

    @cached_property
    def _slow(self) -> ComplexArray:
        return self._one_minus_ratio(self.tilt)

    @cached_property
    def _steep(self) -> ComplexArray:
        return self._one_minus_ratio(self.tilt + 1.0)

    def _one_minus_ratio(self, rate: float) -> ComplexArray:
        ratio = -np.expm1(-rate * self.spacing + 1j * self._angle * self._orders)
        ratio[0] = 1.0
        return ratio

    def _series(
        self, rate: float, one_minus_ratio: ComplexArray, front: ComplexArray, gap: float, number: int
    ) -> tuple[ComplexArray, Array]:
        """``sum e^(-rate u_j) e^(i theta_k j)`` over the grid, and the size of the terms it is a difference of."""
        fall = rate * self.spacing
        start, last = math.exp(-rate * gap), math.exp(-min(fall * number, 700.0))
        total = start * (front - last * self._back) / one_minus_ratio
        size = start * (1.0 + last) / np.abs(one_minus_ratio)
        total[0] = start * (math.expm1(-fall * number) / math.expm1(-fall) if fall > 0.0 else number)
        size[0] = abs(total[0])
        return total, size
