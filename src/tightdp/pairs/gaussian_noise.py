"""Gaussian noise N(0, scale^2)."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from scipy.special import erfcx, log_ndtr, ndtr

from tightdp.pairs.noise import AbstractNoise
from tightdp.pairs.pair import Array

_LOG_SQRT_2PI = 0.5 * math.log(2.0 * math.pi)


@dataclass(frozen=True, slots=True)
class GaussianNoise(AbstractNoise):
    """``f(z) = exp(-z^2 / (2 scale^2)) / (scale sqrt(2 pi))``.

    Parameters
    ----------
    scale
        Standard deviation sigma > 0, in multiples of one record's contribution.
    """

    scale: float

    def log_ratio(self, z: Array, shift: Array) -> Array:
        """``shift (2 z - shift) / (2 sigma^2)``."""
        return (shift / self.scale) * ((z - 0.5 * shift) / self.scale)

    def invert_log_ratio(self, ratio: Array, shift: float) -> Array:
        """``shift / 2 + ratio sigma^2 / shift``."""
        with np.errstate(over="ignore"):
            return 0.5 * shift + ratio * self.scale * (self.scale / shift)

    def score(self, z: Array) -> Array:
        """``z / sigma^2``."""
        return z / self.scale / self.scale

    def log_tail(self, x: Array) -> Array:
        """``log Phi(-x / sigma)``."""
        return log_ndtr(-x / self.scale)

    def tail(self, x: Array) -> Array:
        """``Phi(-x / sigma)``."""
        return ndtr(-x / self.scale)

    def log_density(self, z: Array) -> Array:
        """``-z^2 / (2 sigma^2) - log(sigma sqrt(2 pi))``."""
        with np.errstate(over="ignore"):
            return -0.5 * (z / self.scale) ** 2 - math.log(self.scale) - _LOG_SQRT_2PI

    def mills(self, z: Array) -> Array:
        """``sigma sqrt(pi / 2) erfcx(z / (sigma sqrt 2))``."""
        return self.scale * math.sqrt(math.pi / 2.0) * erfcx(z / (self.scale * math.sqrt(2.0)))

    def mills_gain(self, z: Array, shift: float) -> Array:
        """The difference, or from ``m' = x m - 1`` three terms of Taylor's series about the middle of a small shift."""
        step = shift / self.scale
        plain = self.mills(z - shift) - self.mills(z)
        if abs(step) > 1e-3:
            return plain
        middle = z / self.scale - 0.5 * step
        mills = math.sqrt(math.pi / 2.0) * erfcx(middle / math.sqrt(2.0))
        first = middle * mills - 1.0
        third = 2.0 * first + middle * (mills + middle * first)
        series = -self.scale * step * (first + step * step / 24.0 * third)
        return np.where(-middle * abs(step) <= 1e-2, series, plain)

    @property
    def reach(self) -> float:
        """38.5 standard deviations."""
        return 38.5 * self.scale

    @property
    def is_smooth(self) -> bool:
        """True: the loss of two shifts is strictly increasing."""
        return True

    @property
    def spread(self) -> float:
        """The standard deviation."""
        return self.scale
