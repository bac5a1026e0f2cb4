"""The pair of two laws on a finite table."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike, NDArray

from tightdp.errors import InvalidInput
from tightdp.pairs.pair import AbstractPair, Array, Cells, Lattice, Support, Tails

Indices = NDArray[np.intp]
_BLOCK = 1 << 22
# Atoms lighter than the heaviest by this many nats need not sit on the lattice.
_NEGLIGIBLE = 30.0


@dataclass(frozen=True, eq=False)
class Discrete(AbstractPair):
    """Atoms ``P = e^log_p, Q = e^log_q`` at increasing finite losses ``l = log_p - log_q``, and two infinite atoms.

    Parameters
    ----------
    losses
        Increasing finite losses, ``(n,)``, in nats.
    log_p, log_q
        Logarithms of the masses there, ``(n,)``.
    p_infinite
        P-mass where Q has none (loss +inf).
    q_infinite
        Q-mass where P has none (loss -inf).
    """

    losses: Array
    log_p: Array
    log_q: Array
    p_infinite: float = 0.0
    q_infinite: float = 0.0

    @classmethod
    def from_masses(cls, p: ArrayLike, q: ArrayLike) -> Discrete:
        """The pair of two probability vectors on the same outcomes, ``(n,)`` each, any order.

        Raises
        ------
        InvalidInput
            If the vectors differ in length, hold a negative or non-finite mass, or do not sum to 1.
        """
        masses_p, masses_q = np.asarray(p, dtype=np.float64), np.asarray(q, dtype=np.float64)
        _check(masses_p, masses_q)
        both = (masses_p > 0.0) & (masses_q > 0.0)
        log_p, log_q = np.log(masses_p[both]), np.log(masses_q[both])
        return cls.from_logs(
            log_p - log_q,
            log_p,
            log_q,
            p_infinite=float(masses_p[masses_q == 0.0].sum()),
            q_infinite=float(masses_q[masses_p == 0.0].sum()),
        )

    @classmethod
    def from_logs(
        cls, losses: Array, log_p: Array, log_q: Array, *, p_infinite: float = 0.0, q_infinite: float = 0.0
    ) -> Discrete:
        """Sort the atoms by loss, drop the empty ones and merge equal losses."""
        kept = np.isfinite(log_p) | np.isfinite(log_q)
        losses, log_p, log_q = losses[kept], log_p[kept], log_q[kept]
        order = np.argsort(losses, kind="stable")
        losses, log_p, log_q = losses[order], log_p[order], log_q[order]
        if len(losses) == 0:
            return cls(losses, log_p, log_q, p_infinite, q_infinite)
        starts = np.flatnonzero(np.concatenate([[True], np.diff(losses) > 0.0]))
        return cls(
            losses[starts],
            _group_log_sum(log_p, starts),
            _group_log_sum(log_q, starts),
            p_infinite,
            q_infinite,
        )

    @property
    def support(self) -> Support:
        """First and last finite loss and the infinite masses."""
        if len(self.losses) == 0:
            return Support(0.0, 0.0, self.p_infinite, self.q_infinite)
        return Support(float(self.losses[0]), float(self.losses[-1]), self.p_infinite, self.q_infinite)

    def tails(self, losses: Array) -> Tails:
        """Partial sums from both ends."""
        at = np.searchsorted(self.losses, losses, side="right")
        with np.errstate(divide="ignore"):
            ends = np.log(self.p_infinite), np.log(self.q_infinite)
        return Tails(
            _from_top(self.log_p, float(ends[0]))[at],
            _from_top(self.log_q, -np.inf)[at],
            _from_top(self.log_p[::-1], -np.inf)[::-1][at],
            _from_top(self.log_q[::-1], float(ends[1]))[::-1][at],
        )

    def cells(self, edges: Array) -> Cells:
        """Sums of the atoms in each cell."""
        bounds = np.searchsorted(self.losses, edges, side="right")
        limits = np.concatenate([[0], bounds, [len(self.losses)]])
        return Cells(_range_log_sum(self.log_p, limits), _range_log_sum(self.log_q, limits))

    def hockey_stick(self, epsilons: Array) -> Array:
        """``p_infinite + sum over l > eps of p (1 - e^(eps - l))``."""
        out = np.empty(len(epsilons))
        p = np.exp(self.log_p)
        size = max(1, _BLOCK // max(len(p), 1))
        for i in range(0, len(epsilons), size):
            gap = np.minimum(epsilons[i : i + size, None] - self.losses[None, :], 0.0)
            out[i : i + size] = (p * -np.expm1(gap)).sum(axis=1)
        return np.minimum(out + self.p_infinite, 1.0)

    def nodes(self) -> Array:
        """The losses themselves, thinned to a few thousand."""
        return self.losses[:: max(1, len(self.losses) // 4000)]

    @property
    def lattice(self) -> Lattice | None:
        """A lattice through all atoms that weigh, if there are at most 64 and one fits; else the heaviest atom."""
        return self._lattice

    @cached_property
    def _lattice(self) -> Lattice | None:
        if len(self.losses) == 0:
            return None
        heaviest = float(self.losses[int(np.argmax(self.log_p))])
        losses = self.losses[self.log_p > self.log_p.max() - _NEGLIGIBLE]
        if len(losses) == 1 or len(losses) > 64:
            return Lattice(heaviest)
        spacing = float(np.diff(losses).min())
        counts = np.rint((losses - heaviest) / spacing)
        fits = np.abs(losses - heaviest - counts * spacing) <= 1e-13 * np.abs(losses).max()
        if bool(fits.all()) and float(np.abs(counts).max()) < 1e5:
            return Lattice(heaviest, spacing)
        return Lattice(heaviest)


def _check(p: Array, q: Array) -> None:
    if p.shape != q.shape or p.ndim != 1:
        raise InvalidInput("masses", (p.shape, q.shape), "two vectors of one length")
    for name, masses in (("p", p), ("q", q)):
        if not bool(np.all(np.isfinite(masses) & (masses >= 0.0))) or abs(float(masses.sum()) - 1.0) > 1e-9:
            raise InvalidInput(name, masses.tolist()[:5], "a probability vector")


def _group_log_sum(logs: Array, starts: Indices) -> Array:
    top = np.maximum.reduceat(logs, starts)
    sizes = np.diff(np.concatenate([starts, [len(logs)]]))
    safe = np.where(np.isfinite(top), top, 0.0)
    with np.errstate(divide="ignore"):
        return safe + np.log(np.add.reduceat(np.exp(logs - np.repeat(safe, sizes)), starts))


def _range_log_sum(logs: Array, limits: Indices) -> Array:
    out = np.full(len(limits) - 1, -np.inf)
    filled = limits[1:] > limits[:-1]
    if bool(filled.any()):
        out[filled] = _group_log_sum(logs, limits[:-1][filled])
    return out


def _from_top(logs: Array, end: float) -> Array:
    """``log`` of the sums of the last n, n - 1, ..., 0 masses plus ``e^end``, ``(n + 1,)``."""
    start = np.concatenate([[end], logs[::-1]])
    return np.logaddexp.accumulate(start)[::-1]
