"""One step's grid law, tilted."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from tightdp.pairs.pair import Array
from tightdp.pld.grid_law import GridLaw
from tightdp.pld.partition import Integers

_UNIT = float(np.finfo(np.float64).eps)


@dataclass(frozen=True, eq=False)
class TiltedLaw:
    """The masses ``e^(lambda l) P[L = l] / e^K`` of one step.

    Parameters
    ----------
    places, losses
        Places on the grid and their losses, ``(n,)``.
    masses
        Tilted masses, ``(n,)``, summing to 1.
    log_moment
        K, the logarithm of ``E_P[e^(lambda L); L < inf]``.
    rounding
        Bound on the relative rounding error of the masses and of ``e^K``.
    """

    places: Integers
    losses: Array
    masses: Array
    log_moment: float
    rounding: float

    @property
    def mean(self) -> float:
        """Mean loss under the tilted law."""
        return float((self.masses * self.losses).sum())

    @property
    def size(self) -> float:
        """Mean absolute loss under the tilted law."""
        return float((self.masses * np.abs(self.losses)).sum())

    def log_moment_at(self, exponent: float) -> float:
        """``log E e^(s L)`` under the tilted law."""
        with np.errstate(divide="ignore"):
            terms = np.log(self.masses) + exponent * self.losses
        top = float(terms.max())
        return top + math.log(float(np.exp(terms - top).sum()))


def tilted_law(law: GridLaw, tilt: float) -> TiltedLaw:
    """Tilt a law, in the log domain where the factors are large.

    Parameters
    ----------
    law
        The law of one step.
    tilt
        lambda >= 0.
    """
    losses = law.losses()
    reach = tilt * max(abs(float(losses.min())), abs(float(losses.max())))
    if reach < 500.0:
        weights = law.masses * np.exp(tilt * losses)
        top = logs = 0.0
    else:
        with np.errstate(divide="ignore"):
            terms = np.log(law.masses) + tilt * losses
        top = float(terms.max())
        weights = np.exp(terms - top)
        logs = abs(top)
    whole = float(weights.sum())
    masses = weights / whole
    typical = tilt * float((masses * np.abs(losses)).sum()) + logs
    return TiltedLaw(law.places, losses, masses, top + math.log(whole), 4.0 * _UNIT * (2.0 + typical))
