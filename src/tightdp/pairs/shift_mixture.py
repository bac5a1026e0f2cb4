"""The pair of two mixtures of shifts of one log-concave noise law."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from tightdp.numerics.log_domain import log_sum
from tightdp.pairs.noise import AbstractNoise, interval_masses, log_interval_masses, log_survival
from tightdp.pairs.pair import AbstractPair, Array, Cells, Lattice, Support, Tails
from tightdp.pairs.shift_loss import Side, closed_inverse, loss_at, numeric_inverse, z_nodes
from tightdp.pairs.shift_profile import shift_hockey_stick

_DEEP = 150.0


@dataclass(frozen=True)
class ShiftMixture(AbstractPair):
    """``P = sum_i p_i N(i unit)`` against ``Q = sum_j q_j N(-j unit)`` (theory Theorem U; S24).

    Parameters
    ----------
    noise
        The law N(0): symmetric and log-concave, so that the loss grows along the line.
    p, q
        Probabilities of i and of j changed records in the batch, ``(K- + 1,)`` and ``(K+ + 1,)``, each summing to 1.
    unit
        How far one changed record moves the output, in the noise's unit.
    """

    noise: AbstractNoise
    p: tuple[float, ...]
    q: tuple[float, ...]
    unit: float = 1.0

    @cached_property
    def sides(self) -> tuple[Side, Side]:
        """Both mixtures without empty components, moved along the line so that a single Q-component sits at 0."""
        above, below = _side(self.p, self.unit), _side(self.q, -self.unit)
        origin = below.shifts[0] if len(below.shifts) == 1 else 0.0
        if len(above.shifts) == 1 and len(below.shifts) > 1:
            origin = above.shifts[0]
        return Side(above.shifts - origin, above.weights), Side(below.shifts - origin, below.weights)

    @property
    def single_shift(self) -> float | None:
        """The distance of P and Q where each is a single component, else None."""
        above, below = self.sides
        if len(above.shifts) == 1 and len(below.shifts) == 1:
            return float(above.shifts[0] - below.shifts[0])
        return None

    @property
    def support(self) -> Support:
        """Limits of the loss at both ends of the line."""
        return self._support

    @cached_property
    def _support(self) -> Support:
        above, below = self.sides
        if self.single_shift == 0.0:
            return Support(0.0, 0.0)
        first = min(above.shifts[0], below.shifts[-1])
        last = max(above.shifts[-1], below.shifts[0])
        if not self.noise.is_smooth:
            ends = loss_at(self.noise, above, below, np.array([first, last]))
            return Support(float(ends[0]), float(ends[1]))
        lowest, highest = -np.inf, np.inf
        if above.shifts[0] == below.shifts[-1]:
            lowest = above.log_weight(0) - below.log_weight(-1)
        if above.shifts[-1] == below.shifts[0]:
            highest = above.log_weight(-1) - below.log_weight(0)
        return Support(lowest, highest)

    @property
    def lattice(self) -> Lattice | None:
        """The two end plateaus, where the noise has them."""
        if self.noise.is_smooth or self.single_shift == 0.0:
            return None
        return Lattice(self.support.highest, self.support.highest - self.support.lowest)

    def inverse(self, losses: Array) -> Array:
        """The largest z with ``log dP/dQ (z) <= l`` for each l, ``(n,)``; ``-inf`` or ``inf`` outside the range."""
        above, below = self.sides
        if self.single_shift == 0.0:
            return np.where(losses >= 0.0, np.inf, -np.inf)
        z = closed_inverse(self.noise, above, below, losses)
        if z is None:
            z = numeric_inverse(self.noise, above, below, losses, self._table)
        z = np.where(losses < self.support.lowest, -np.inf, z)
        return np.where(losses >= self.support.highest, np.inf, z)

    def tails(self, losses: Array) -> Tails:
        """Sums of the components' tails at the inverse of each loss."""
        z = self.inverse(losses)
        above, below = self.sides
        return Tails(
            self._log_survival(above, z, 1.0),
            self._log_survival(below, z, 1.0),
            self._log_survival(above, z, -1.0),
            self._log_survival(below, z, -1.0),
        )

    def _log_survival(self, side: Side, z: Array, sign: float) -> Array:
        total = np.full(len(z), -np.inf)
        for shift, log_weight in zip(side.shifts, side.log_weights, strict=True):
            total = np.logaddexp(total, log_weight + log_survival(self.noise, sign * (z - shift)))
        return total

    def cells(self, edges: Array) -> Cells:
        """Interval masses of every component between the inverses of the edges."""
        z = np.concatenate([[-np.inf], np.maximum.accumulate(self.inverse(edges)), [np.inf]])
        above, below = self.sides
        deep = len(edges) > 0 and bool(max(edges[-1], -edges[0]) > _DEEP)
        return Cells(self._log_cells(above, z, deep), self._log_cells(below, z, deep))

    def _log_cells(self, side: Side, z: Array, deep: bool) -> Array:
        if deep:
            rows = [
                w + log_interval_masses(self.noise, z - s) for s, w in zip(side.shifts, side.log_weights, strict=True)
            ]
            return log_sum(np.array(rows))
        total = np.zeros(len(z) - 1)
        for shift, weight in zip(side.shifts, side.weights, strict=True):
            total += weight * interval_masses(self.noise, z - shift)
        with np.errstate(divide="ignore"):
            return np.log(total)

    def hockey_stick(self, epsilons: Array) -> Array:
        """Sum over components of positive Mills-ratio differences at the threshold, no cancelling tails."""
        return shift_hockey_stick(self.noise, *self.sides, self.support, self.inverse, epsilons)

    def nodes(self) -> Array:
        """Losses of evenly spaced z."""
        losses = self._table[1]
        return np.unique(losses[np.isfinite(losses)])

    @cached_property
    def _table(self) -> tuple[Array, Array]:
        """Points z and their losses, both increasing."""
        above, below = self.sides
        z = z_nodes(self.noise, above, below, 2000)
        return z, np.maximum.accumulate(loss_at(self.noise, above, below, z))


def _side(weights: tuple[float, ...], unit: float) -> Side:
    values = np.asarray(weights, dtype=np.float64)
    index = np.flatnonzero(values > 0.0)
    return Side(index.astype(np.float64) * unit + 0.0, values[index])
