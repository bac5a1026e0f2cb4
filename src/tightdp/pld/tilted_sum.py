"""The law of a total loss on a window, tilted so that rounding errors are relative to the tail asked for."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from tightdp.numerics.spectrum import LogSpectrum, invert
from tightdp.pld.grid_law import GridLaw
from tightdp.pld.readout import AbstractReadout, MassReadout
from tightdp.pld.tilted_law import TiltedLaw, tilted_law

_UNIT = float(np.finfo(np.float64).eps)

Laws = tuple[tuple[GridLaw, int], ...]


@dataclass(frozen=True)
class Window:
    """Where the tilted total loss is kept, and the exponents that bound what lies outside.

    Parameters
    ----------
    low
        First loss of the window.
    size
        Number of grid points.
    up, down
        Positive exponents s of the Chernoff bounds above and below the window.
    """

    low: float
    size: int
    up: float
    down: float


@dataclass(frozen=True, eq=False)
class TiltedSum:
    """Masses ``e^(lambda s - K) P[S = s]`` of the total loss S on a grid, wrapped around into a window.

    Parameters
    ----------
    readout
        The masses, and the tilt lambda.
    log_scale
        K: the logarithm of ``E_P[e^(lambda S); S < inf]``.
    above, below
        Bounds on the tilted mass above and below the window, which the transform has folded into it.
    up, down
        Rates at which these bounds fall with the distance from the window.
    relative
        Bound on the relative rounding error of K and of the masses as a whole.
    shift
        Bound on the rounding error of the grid's losses.
    infinite
        P-mass at loss +inf.
    """

    readout: AbstractReadout
    log_scale: float
    above: float
    below: float
    up: float
    down: float
    relative: float
    shift: float
    infinite: float


@dataclass(frozen=True, eq=False)
class Gathered:
    """Tilted laws, and where their sum lies.

    Parameters
    ----------
    laws
        Tilted laws with their counts.
    centers
        The place of each law that counts as 0, near its mean.
    base
        The loss of place 0 of the centered sum.
    start, first
        The first loss of the window, and its place on the scale of the centered sum.
    infinite
        P-mass at loss +inf of the total.
    """

    laws: list[tuple[TiltedLaw, int]]
    centers: list[int]
    base: float
    start: float
    first: int
    infinite: float

    def finished(self, readout: AbstractReadout, window: Window) -> TiltedSum:
        """The sum, with bounds on all that the readout does not hold."""
        above = sum(count * law.log_moment_at(window.up) for law, count in self.laws)
        below = sum(count * law.log_moment_at(-window.down) for law, count in self.laws)
        shift = sum(4.0 * _UNIT * count * law.size for law, count in self.laws)
        return TiltedSum(
            readout,
            sum(count * law.log_moment for law, count in self.laws),
            math.exp(min(above - window.up * readout.top, 0.0)),
            math.exp(min(below + window.down * readout.start, 0.0)),
            window.up,
            window.down,
            sum(count * law.rounding for law, count in self.laws) + 1e-14,
            shift + 4.0 * _UNIT * (abs(self.base) + abs(readout.start)),
            self.infinite,
        )


def gathered(laws: Laws, tilt: float, window: Window) -> Gathered:
    """Tilt grid laws of one spacing and center them.

    Parameters
    ----------
    laws
        Grid laws with their counts; offsets may differ, spacings may not.
    tilt
        lambda >= 0.
    window
        Where to keep the result.
    """
    spacing = laws[0][0].spacing
    tilted = [(tilted_law(law, tilt), count) for law, count in laws]
    centers = [round((law.mean - source.offset) / spacing) for (law, _), (source, _) in zip(tilted, laws, strict=True)]
    base = sum(count * (law.offset + center * spacing) for (law, count), center in zip(laws, centers, strict=True))
    first = math.floor((window.low - base) / spacing)
    finite = sum(count * math.log1p(-min(law.infinite, 1.0 - 1e-16)) for law, count in laws)
    return Gathered(tilted, centers, base, base + first * spacing, first, -math.expm1(finite))


def tilted_sum(laws: Laws, tilt: float, window: Window) -> TiltedSum:
    """Compose grid laws of one spacing by a full transform, each taken the given number of times.

    Parameters
    ----------
    laws
        Grid laws with their counts.
    tilt
        lambda >= 0.
    window
        Where to keep the result.
    """
    parts = gathered(laws, tilt, window)
    total = LogSpectrum.neutral(window.size)
    for (law, count), center in zip(parts.laws, parts.centers, strict=True):
        low = int(law.places.min())
        dense = np.bincount(law.places - low, weights=law.masses).astype(np.float64, copy=False)
        total = total.times(dense, low - center, count)
    masses, error = invert(total)
    masses = np.roll(masses, -(parts.first % window.size))
    spacing = laws[0][0].spacing
    return parts.finished(MassReadout(parts.start, spacing, window.size, tilt, masses, error), window)
