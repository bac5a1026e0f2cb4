"""Coarse pictures of the steps' losses, to choose tilt, spacing and window by; nothing certified rests on them."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from tightdp.pairs.pair import AbstractPair, Array
from tightdp.pairs.swapped import swap
from tightdp.pld.partition import Integers

# Cells of one pilot; more would not change any choice. Where there are many pilots, errors of each matter less.
_MOST_CELLS, _FEW, _SOME = 640, 20, 100
# Exponentials in one array.
_CHUNK = 1 << 21


@dataclass(frozen=True, eq=False)
class PilotProgram:
    """Atoms of every step's loss on the pair's own nodes, one row a pair, and how often each step is taken.

    Parameters
    ----------
    pairs
        The pairs of the steps.
    counts
        How many times each is composed, ``(pairs,)``.
    losses, log_p, widths
        Loss, log P-mass and width of each cell, ``(pairs, n)``; the width of a cell that holds one atom is 0. Rows are
        filled up with cells of mass 0.
    ends
        Largest loss of each cell, ``(pairs, n)``.
    """

    pairs: tuple[AbstractPair, ...]
    counts: Array
    losses: Array
    log_p: Array
    widths: Array
    ends: Array

    @property
    def steps(self) -> float:
        """Total number of steps."""
        return float(self.counts.sum())

    def below(self, log_lost: float) -> PilotProgram:
        """The program without the largest losses, which only a P-mass ``e^log_lost`` of all runs would meet.

        Moments of high order would otherwise be ruled by losses that never matter at the delta asked for.
        """
        from_top: Array = np.logaddexp.accumulate(self.log_p[:, ::-1], axis=1)[:, ::-1]
        from_top[:, 0] = np.inf
        log_p = np.where(from_top <= log_lost - math.log(self.steps), -np.inf, self.log_p)
        return self._with_masses(log_p)

    def above(self, tilt: float, log_share: float) -> PilotProgram:
        """The program without losses so small that only a tilted mass ``e^log_share`` of all runs would meet them."""
        low = self._lowest(tilt, log_share - math.log(self.steps))
        column = np.arange(self.losses.shape[1], dtype=np.int64)
        log_p = np.where(np.less(column, low[:, None]), -np.inf, self.log_p)
        return self._with_masses(log_p)

    def swapped(self) -> PilotProgram:
        """The pilots of the pairs (Q, P): negated losses with the masses of Q."""
        pairs = tuple(swap(pair) for pair in self.pairs)
        log_q = np.where(np.isfinite(self.log_p), self.log_p - self.losses, -np.inf)
        arrays = (-self.losses, log_q, self.widths, self.widths - self.ends)
        return PilotProgram(pairs, self.counts, *(values[:, ::-1] for values in arrays))

    def _with_masses(self, log_p: Array) -> PilotProgram:
        """The program with other masses, without columns that are empty in every row."""
        filled = np.flatnonzero(np.isfinite(log_p).any(axis=0))
        kept = slice(int(filled[0]), int(filled[-1]) + 1)
        arrays = (values[:, kept] for values in (self.losses, log_p, self.widths, self.ends))
        return PilotProgram(self.pairs, self.counts, *arrays)

    def _lowest(self, tilt: float, log_share: float) -> Integers:
        """Index of the first cell of each row that is kept."""
        sums = np.cumsum(np.maximum(self.tilted(tilt), 1e-320), axis=1)
        return np.minimum((np.log(sums) < log_share).sum(axis=1), self._last())

    def _last(self) -> Integers:
        """Index of the last filled cell of each row."""
        return self.log_p.shape[1] - 1 - np.argmax(np.isfinite(self.log_p[:, ::-1]), axis=1)

    def log_moments(self, tilts: Array, blur: float | None = None) -> Array:
        """``log E_P[e^(tilt S); S < inf]`` of the total loss S at each tilt, ``(n,)``.

        Parameters
        ----------
        tilts
            The exponents, ``(n,)``.
        blur
            If given, each cell's mass counts as spread evenly over its width and this much more, so that large
            exponents see the inside of the cells and what rounding adds.
        """

        def of(terms: Array, tilt: Array, rows: slice) -> Array:
            if blur is not None:
                terms = terms + _log_sinhc(0.5 * np.abs(tilt) * (self.widths[rows] + blur))
            top = terms.max(axis=2)
            return (top + np.log(np.exp(terms - top[:, :, None]).sum(axis=2))) @ self.counts[rows]

        return sum(self._over(tilts, of), np.zeros(len(tilts)))

    def moments(self, tilts: Array) -> tuple[Array, Array, Array]:
        """:meth:`log_moments`, and mean and variance of the total loss under the tilted law at each tilt, ``(n,)``."""

        def of(terms: Array, _: Array, rows: slice) -> Array:
            top = terms.max(axis=2, keepdims=True)
            weights = np.exp(terms - top)
            total = weights.sum(axis=2)
            mean = np.einsum("trc,rc->tr", weights, self.losses[rows]) / total
            squares = (self.losses[rows] - mean[:, :, None]) ** 2
            variance = np.einsum("trc,trc->tr", weights, squares) / total
            return np.stack([top[:, :, 0] + np.log(total), mean, variance]) @ self.counts[rows]

        found = sum(self._over(tilts, of), np.zeros((3, len(tilts))))
        return found[0], found[1], found[2]

    def _over(self, tilts: Array, of: Callable[[Array, Array, slice], Array]) -> Iterator[Array]:
        """A function of the tilted log masses ``(n, rows, cells)``, some rows at a time."""
        rows = max(1, _CHUNK // (self.losses.shape[1] * len(tilts)))
        tilt = tilts[:, None, None]
        for start in range(0, len(self.pairs), rows):
            part = slice(start, start + rows)
            yield of(self.log_p[part] + tilt * self.losses[part], tilt, part)

    def log_moduli(self, tilt: float, frequencies: Array) -> Array:
        """Logarithm of the modulus of the tilted total loss's characteristic function, ``(n,)``."""
        weights, out = self.tilted(tilt), np.zeros(len(frequencies))
        rows = max(1, _CHUNK // self.losses.shape[1])
        for at, frequency in enumerate(frequencies.tolist()):
            for start in range(0, len(self.pairs), rows):
                part = slice(start, start + rows)
                half = np.maximum(0.5 * frequency * self.widths[part], 1e-9)
                inside = weights[part] * np.sin(half) / half
                values = (inside * np.exp(1j * frequency * self.losses[part])).sum(axis=1)
                out[at] += float(np.log(np.maximum(np.abs(values), 1e-300)) @ self.counts[part])
        return out

    def tilted(self, tilt: float) -> Array:
        """Weights of the atoms proportional to ``P e^(tilt L)``, each row summing to 1, ``(pairs, n)``."""
        terms = self.log_p + tilt * self.losses
        weights = np.exp(terms - terms.max(axis=1, keepdims=True))
        return weights / weights.sum(axis=1, keepdims=True)

    def spread_added(self, tilt: float, spacing: float, offsets: Array) -> float:
        """Variance that rounding to both neighbours on the grid adds, ``E (L - a)(b - L)``, under the tilted law."""
        place = (self.losses - offsets[:, None]) / spacing
        share = place - np.floor(place)
        inside = np.where(self.widths > spacing, 1.0 / 6.0, share * (1.0 - share))
        return float((self.tilted(tilt) * inside).sum(axis=1) @ self.counts) * spacing * spacing

    def heaviest(self, weights: Array, reach: float, row: int) -> float | None:
        """Loss at which a row's atoms within ``reach`` of its heaviest one balance, if they hold most of its weights.

        A grid with a point there rounds that mass without error, whatever the spacing.
        """
        losses, log_p = self.losses[row], self.log_p[row]
        near = (np.abs(losses - losses[int(np.argmax(weights))]) <= reach) & np.isfinite(log_p)
        if float(weights[near].sum()) < 0.25:
            return None
        log_p, losses = log_p[near], losses[near]
        mass = np.exp(log_p - log_p.max())
        mass = mass / mass.sum()
        at = float(losses[int(np.argmax(mass))])
        mean = at - math.log1p(float((mass * np.expm1(np.minimum(at - losses, 700.0))).sum()))
        return mean - 1e-3 * math.sqrt(float((mass * (losses - mean) ** 2).sum()))

    def ranges(self, tilt: float, log_share: float, most: float) -> tuple[Array, Array]:
        """Losses that each row's grid must cover: all but a tilted mass ``e^log_share`` of one step below.

        The outermost cells are included, but no more than ``most`` nats of each.
        """
        rows = np.arange(len(self.pairs))
        low, last = self._lowest(tilt, log_share), self._last()
        below = np.minimum(self.widths[rows, low], most)
        top = self.losses[rows, last]
        return self.losses[rows, low] - below, top + np.minimum(self.ends[rows, last] - top, most)


def pilot_program(parts: tuple[tuple[AbstractPair, int], ...]) -> PilotProgram:
    """The pilots of pairs on their own nodes.

    Parameters
    ----------
    parts
        Pairs and how many times each is composed.
    """
    most = _MOST_CELLS if len(parts) <= _FEW else _MOST_CELLS // (3 if len(parts) <= _SOME else 5)
    rows = [_row(pair, most) for pair, _ in parts]
    size = max(len(row[0]) for row in rows)

    def stacked(at: int, filling: float | None) -> Array:
        out = np.empty((len(rows), size))
        for i, row in enumerate(rows):
            values = row[at]
            out[i, : len(values)] = values
            out[i, len(values) :] = values[-1] if filling is None else filling
        return out

    pairs, counts = tuple(pair for pair, _ in parts), np.array([float(count) for _, count in parts])
    return PilotProgram(pairs, counts, stacked(0, None), stacked(1, -np.inf), stacked(2, 0.0), stacked(3, None))


def _row(pair: AbstractPair, most: int) -> tuple[Array, Array, Array, Array]:
    edges = pair.nodes()
    if len(edges) > 2 * most and pair.lattice is None:
        edges = np.union1d(edges[:: len(edges) // most], edges[-1:])
    cells = pair.cells(edges)
    filled = np.isfinite(cells.log_p) & np.isfinite(cells.log_q)
    losses = (cells.log_p - np.where(filled, cells.log_q, 0.0))[filled]
    widths = np.concatenate([[0.0], np.diff(edges), [0.0]])[filled]
    ends = np.append(edges, pair.support.highest)[filled]
    ends = np.where(np.isfinite(ends), np.maximum(ends, losses), losses)
    widths = np.where(np.abs(losses - ends) <= 1e-9 * widths, 0.0, widths)
    return losses, cells.log_p[filled], widths, ends


def _log_sinhc(x: Array) -> Array:
    """``log(sinh(x) / x)`` for x >= 0."""
    safe = np.maximum(x, 1e-4)
    return np.where(x < 1e-2, x * x / 6.0, safe + np.log1p(-np.exp(-2.0 * safe)) - np.log(2.0 * safe))
