"""The law of a total loss on a window, tilted so that rounding errors are relative to the tail asked for."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from tightdp.numerics.spectrum import LogSpectrum, invert
from tightdp.pairs.pair import Array
from tightdp.pld.grid_law import GridLaw

_UNIT = float(np.finfo(np.float64).eps)


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
    """Masses ``e^(lambda s - K) P[S = s]`` of the total loss S at ``start + i spacing``.

    Parameters
    ----------
    start, spacing
        The grid of the total loss.
    masses
        Tilted masses, ``(n,)``.
    tilt, log_scale
        lambda and K: the logarithm of ``E_P[e^(lambda S); S < inf]``.
    error
        Bound on the rounding error of each mass.
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

    start: float
    spacing: float
    masses: Array
    tilt: float
    log_scale: float
    error: float
    above: float
    below: float
    up: float
    down: float
    relative: float
    shift: float
    infinite: float


@dataclass(frozen=True, eq=False)
class _Tilted:
    """One step's law after tilting, its losses and its log moment."""

    masses: Array
    losses: Array
    log_moment: float
    rounding: float

    @property
    def mean(self) -> float:
        return float((self.masses * self.losses).sum())

    def log_moment_at(self, exponent: float) -> float:
        filled = self.masses > 0.0
        terms = np.log(self.masses[filled]) + exponent * self.losses[filled]
        top = float(terms.max())
        return top + math.log(float(np.exp(terms - top).sum()))


def tilted_sum(laws: tuple[tuple[GridLaw, int], ...], tilt: float, window: Window) -> TiltedSum:
    """Compose grid laws of one spacing, each taken the given number of times.

    Parameters
    ----------
    laws
        Grid laws with their counts; offsets may differ, spacings may not.
    tilt
        lambda >= 0.
    window
        Where to keep the result.
    """
    spacing = laws[0][0].grid.spacing
    base = above = below = 0.0
    log_scale = relative = shift = log_finite = 0.0
    total = LogSpectrum.neutral(window.size)
    for law, count in laws:
        step = _tilt(law, tilt)
        center = round((step.mean - law.grid.offset) / spacing)
        total = total.times(step.masses, law.grid.first - center, count)
        base += count * (law.grid.offset + center * spacing)
        log_scale += count * step.log_moment
        relative += count * step.rounding
        shift += 4.0 * _UNIT * count * float((step.masses * np.abs(step.losses)).sum())
        log_finite += count * math.log1p(-min(law.infinite, 1.0 - 1e-16))
        above += count * step.log_moment_at(window.up)
        below += count * step.log_moment_at(-window.down)
    masses, error = invert(total)
    first = math.floor((window.low - base) / spacing)
    start = base + first * spacing
    top = start + (window.size - 1) * spacing
    return TiltedSum(
        start,
        spacing,
        np.roll(masses, -(first % window.size)),
        tilt,
        log_scale,
        error,
        math.exp(min(above - window.up * top, 0.0)),
        math.exp(min(below + window.down * start, 0.0)),
        window.up,
        window.down,
        relative + 1e-14,
        shift + 4.0 * _UNIT * (abs(base) + abs(start)),
        -math.expm1(log_finite),
    )


def _tilt(law: GridLaw, tilt: float) -> _Tilted:
    losses = law.grid.losses()
    reach = tilt * max(abs(float(losses[0])), abs(float(losses[-1])))
    if reach < 500.0:
        weights = law.masses * np.exp(tilt * losses)
        top = 0.0
        logs = 0.0
    else:
        with np.errstate(divide="ignore"):
            terms = np.log(law.masses) + tilt * losses
        top = float(terms.max())
        weights = np.exp(terms - top)
        logs = abs(top)
    whole = float(weights.sum())
    masses = weights / whole
    typical = float((masses * np.abs(tilt * losses)).sum()) + logs
    return _Tilted(masses, losses, top + math.log(whole), 4.0 * _UNIT * (2.0 + typical))
