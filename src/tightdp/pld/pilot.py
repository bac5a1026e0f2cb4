"""A coarse picture of one step's loss, to choose tilt, spacing and window by; nothing certified rests on it."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from tightdp.pairs.pair import AbstractPair, Array


@dataclass(frozen=True, eq=False)
class Pilot:
    """Atoms of a step's loss on the pair's own nodes, and how often the step is taken.

    Parameters
    ----------
    pair
        The pair of one step.
    count
        How many times it is composed.
    losses, log_p, widths
        Loss, log P-mass and width of each cell, ``(n,)``; the width of a cell that holds one atom is 0.
    ends
        Largest loss of each cell, ``(n,)``.
    """

    pair: AbstractPair
    count: int
    losses: Array
    log_p: Array
    widths: Array
    ends: Array

    def below(self, log_lost: float) -> Pilot:
        """The pilot without the largest losses, which together have P-mass ``e^log_lost`` at most.

        Moments of high order would otherwise be ruled by losses that never matter at the delta asked for.
        """
        from_top = np.logaddexp.accumulate(self.log_p[::-1])[::-1]
        kept = max(1, int(np.searchsorted(-from_top, -log_lost, side="right")))
        return self._part(slice(0, kept))

    def above(self, tilt: float, log_share: float) -> Pilot:
        """The pilot without the smallest losses, which together have tilted mass ``e^log_share`` at most."""
        low = self._lowest(tilt, log_share)
        return self._part(slice(low, None))

    def _part(self, kept: slice) -> Pilot:
        arrays = (self.losses, self.log_p, self.widths, self.ends)
        return Pilot(self.pair, self.count, *(values[kept] for values in arrays))

    def _lowest(self, tilt: float, log_share: float) -> int:
        weights = np.maximum(self.tilted(tilt), 1e-320)
        return min(int(np.searchsorted(np.log(np.cumsum(weights)), log_share)), len(self.losses) - 1)

    def log_moment(self, tilt: float, blur: float | None = None) -> float:
        """``log E_P[e^(tilt L); L < inf]`` for one step.

        Parameters
        ----------
        tilt
            The exponent.
        blur
            If given, each cell's mass counts as spread evenly over its width and this much more, so that large
            exponents see the inside of the cells and what rounding adds.
        """
        terms = self.log_p + tilt * self.losses
        if blur is not None:
            terms = terms + _log_sinhc(0.5 * abs(tilt) * (self.widths + blur))
        top = float(terms.max())
        return top + float(np.log(np.exp(terms - top).sum()))

    def tilted(self, tilt: float) -> Array:
        """Weights of the atoms proportional to ``P e^(tilt L)``, ``(n,)``."""
        terms = self.log_p + tilt * self.losses
        weights = np.exp(terms - terms.max())
        return weights / weights.sum()

    def moments(self, tilt: float) -> tuple[float, float]:
        """Mean and variance of one step's loss under the tilted law."""
        weights = self.tilted(tilt)
        mean = float((weights * self.losses).sum())
        return mean, float((weights * (self.losses - mean) ** 2).sum())

    def spread_added(self, tilt: float, spacing: float, offset: float) -> float:
        """Variance that rounding to both neighbours on the grid adds, ``E (L - a)(b - L)``, under the tilted law."""
        place = (self.losses - offset) / spacing
        share = place - np.floor(place)
        inside = np.where(self.widths > spacing, 1.0 / 6.0, share * (1.0 - share))
        return float((self.tilted(tilt) * inside).sum()) * spacing * spacing

    def heaviest(self, tilt: float, reach: float) -> float | None:
        """Loss at which the atoms within ``reach`` of the heaviest one balance, if they hold most of the tilted mass.

        A grid with a point there rounds that mass without error, whatever the spacing.
        """
        weights = self.tilted(tilt)
        near = np.abs(self.losses - self.losses[int(np.argmax(weights))]) <= reach
        if float(weights[near].sum()) < 0.25:
            return None
        log_p, losses = self.log_p[near], self.losses[near]
        mass = np.exp(log_p - log_p.max())
        mass = mass / mass.sum()
        at = float(losses[int(np.argmax(mass))])
        mean = at - math.log1p(float((mass * np.expm1(at - losses)).sum()))
        return mean - 1e-3 * math.sqrt(float((mass * (losses - mean) ** 2).sum()))

    def range(self, tilt: float, log_share: float, spacing: float) -> tuple[float, float]:
        """Losses that a grid must cover: all but a tilted mass ``e^log_share`` below.

        The outermost cells are included, but no more than 65536 spacings of each.
        """
        low = self._lowest(tilt, log_share)
        most = 65536.0 * spacing
        last = float(self.losses[-1])
        below, above = min(float(self.widths[low]), most), min(float(self.ends[-1]) - last, most)
        return float(self.losses[low]) - below, last + above


def pilot_of(pair: AbstractPair, count: int) -> Pilot:
    """The pilot of a pair on its own nodes.

    Parameters
    ----------
    pair
        The pair of one step.
    count
        How many times it is composed.
    """
    edges = pair.nodes()
    cells = pair.cells(edges)
    filled = np.isfinite(cells.log_p) & np.isfinite(cells.log_q)
    losses = (cells.log_p - np.where(filled, cells.log_q, 0.0))[filled]
    widths = np.concatenate([[0.0], np.diff(edges), [0.0]])[filled]
    ends = np.append(edges, pair.support.highest)[filled]
    ends = np.where(np.isfinite(ends), np.maximum(ends, losses), losses)
    widths = np.where(np.abs(losses - ends) <= 1e-9 * widths, 0.0, widths)
    return Pilot(pair, count, losses, cells.log_p[filled], widths, ends)


@dataclass(frozen=True, eq=False)
class PilotProgram:
    """The pilots of all steps of a program."""

    pilots: tuple[Pilot, ...]

    @property
    def steps(self) -> int:
        """Total number of steps."""
        return sum(pilot.count for pilot in self.pilots)

    def below(self, log_lost: float) -> PilotProgram:
        """The program without losses that only a P-mass ``e^log_lost`` of all runs would meet."""
        log_each = log_lost - math.log(self.steps)
        return PilotProgram(tuple(pilot.below(log_each) for pilot in self.pilots))

    def above(self, tilt: float, log_share: float) -> PilotProgram:
        """The program without losses so small that only a tilted mass ``e^log_share`` of all runs would meet them."""
        log_each = log_share - math.log(self.steps)
        return PilotProgram(tuple(pilot.above(tilt, log_each) for pilot in self.pilots))

    def log_moment(self, tilt: float, blur: float | None = None) -> float:
        """Logarithm of the moment generating function of the total loss; ``blur`` as for one step."""
        return sum(pilot.count * pilot.log_moment(tilt, blur) for pilot in self.pilots)

    def moments(self, tilt: float) -> tuple[float, float]:
        """Mean and variance of the total loss under the tilted law."""
        parts = [pilot.moments(tilt) for pilot in self.pilots]
        mean = sum(p.count * m for p, (m, _) in zip(self.pilots, parts, strict=True))
        return mean, sum(p.count * v for p, (_, v) in zip(self.pilots, parts, strict=True))


def _log_sinhc(x: Array) -> Array:
    """``log(sinh(x) / x)`` for x >= 0."""
    safe = np.maximum(x, 1e-4)
    return np.where(x < 1e-2, x * x / 6.0, safe + np.log1p(-np.exp(-2.0 * safe)) - np.log(2.0 * safe))
