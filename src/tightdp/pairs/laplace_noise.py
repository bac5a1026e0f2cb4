"""Laplace noise with density exp(-|z| / scale) / (2 scale)."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from tightdp.pairs.noise import AbstractNoise
from tightdp.pairs.pair import Array


@dataclass(frozen=True, slots=True)
class LaplaceNoise(AbstractNoise):
    """``f(z) = exp(-|z| / scale) / (2 scale)``.

    Parameters
    ----------
    scale
        Scale b > 0, in multiples of one record's contribution.
    """

    scale: float

    def log_ratio(self, z: Array, shift: Array) -> Array:
        """``(|z| - |z - shift|) / b``, written without cancellation of large |z|."""
        low, high = np.minimum(shift, 0.0), np.maximum(shift, 0.0)
        clipped = np.minimum(np.maximum(z, low), high)
        return np.sign(shift) * (2.0 * clipped - shift) / self.scale

    def invert_log_ratio(self, ratio: Array, shift: float) -> Array:
        """``(ratio b + shift) / 2`` inside ``[-shift / b, shift / b)``."""
        top = shift / self.scale
        inside = 0.5 * (ratio * self.scale + shift)
        return np.where(ratio >= top, np.inf, np.where(ratio < -top, -np.inf, inside))

    def score(self, z: Array) -> Array:
        """``sign(z) / b``."""
        return np.sign(z) / self.scale

    def log_tail(self, x: Array) -> Array:
        """``-x / b - log 2``."""
        return -x / self.scale - math.log(2.0)

    def tail(self, x: Array) -> Array:
        """``exp(-x / b) / 2``."""
        return 0.5 * np.exp(-x / self.scale)

    def log_density(self, z: Array) -> Array:
        """``-|z| / b - log(2 b)``."""
        return -np.abs(z) / self.scale - math.log(2.0 * self.scale)

    def mills(self, z: Array) -> Array:
        """``b`` right of 0 and ``b (2 e^(-z / b) - 1)`` left of it."""
        with np.errstate(over="ignore"):
            return self.scale * (1.0 + 2.0 * np.expm1(np.maximum(-z, 0.0) / self.scale))

    def mills_gain(self, z: Array, shift: float) -> Array:
        """``2 b (e^(-left / b) - e^(-right / b))`` of the parts of ``[z - shift, z]`` that are left of 0."""
        low, high = np.minimum(z - shift, z), np.maximum(z - shift, z)
        inside = np.minimum(np.maximum(-low, 0.0), abs(shift))
        outer = np.exp(np.maximum(-high, 0.0) / self.scale)
        return np.sign(shift) * 2.0 * self.scale * outer * np.expm1(inside / self.scale)

    @property
    def reach(self) -> float:
        """738 scales."""
        return 738.0 * self.scale

    @property
    def is_smooth(self) -> bool:
        """False: left and right of all shifts the loss is constant."""
        return False

    @property
    def spread(self) -> float:
        """The scale b."""
        return self.scale
