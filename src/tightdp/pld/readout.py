"""How a composed tilted law is weighed against a threshold."""

from __future__ import annotations

import abc
import math
from dataclasses import dataclass

import numpy as np

from tightdp.pairs.pair import Array

# Losses so far above eps that the tilt has weighed them down by e^-600 are not summed but bounded.
FADED = 600.0


@dataclass(frozen=True)
class Weighed:
    """Sums over the losses above a threshold.

    Parameters
    ----------
    inner
        ``sum m e^(-lambda u) (1 - e^-u)``, u the distance from the threshold and m the tilted masses.
    steep
        ``sum m e^(-(lambda + 1) u)``.
    error
        Bound on the absolute rounding error of ``inner``.
    """

    inner: float
    steep: float
    error: float


class AbstractReadout(abc.ABC):
    """A composed law on ``size`` grid points from ``start`` on."""

    start: float
    spacing: float
    size: int
    tilt: float

    @abc.abstractmethod
    def weigh(self, at: float) -> Weighed:
        """The sums over all grid losses above ``at``."""

    @property
    def top(self) -> float:
        """The last grid loss."""
        return self.start + (self.size - 1) * self.spacing

    def first_above(self, at: float) -> int:
        """Index of the first grid loss above ``at``."""
        first = max(0, math.floor((at - self.start) / self.spacing) + 1)
        return first + int(first < self.size and self.start + first * self.spacing <= at)


@dataclass(frozen=True, eq=False)
class MassReadout(AbstractReadout):
    """The law by its masses.

    Parameters
    ----------
    start, spacing, size
        The grid.
    tilt
        lambda.
    masses
        Tilted masses, ``(size,)``.
    error
        Bound on the rounding error of each mass.
    """

    start: float
    spacing: float
    size: int
    tilt: float
    masses: Array
    error: float

    def weigh(self, at: float) -> Weighed:
        """By summation."""
        first, last = self.first_above(at), self.size
        if self.tilt > 0.0:
            last = min(last, first + math.ceil(FADED / (self.tilt * self.spacing)) + 1)
        gaps = self.start + np.arange(first, last) * self.spacing - at
        masses = self.masses[first:last]
        decay = np.exp(-self.tilt * gaps)
        weights = decay * -np.expm1(-gaps)
        steep = float((masses * decay * np.exp(-gaps)).sum())
        return Weighed(float((masses * weights).sum()), steep, self.error * float(weights.sum()))
