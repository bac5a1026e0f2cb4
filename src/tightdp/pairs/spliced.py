"""The sup profile: one pair above loss 0, another below."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from tightdp.numerics.log_domain import log_complement
from tightdp.pairs.discrete import Discrete
from tightdp.pairs.pair import AbstractPair, Array, Cells, Lattice, Support, Tails
from tightdp.pairs.swapped import swap

# The last loss below 0: an atom of ``below`` at 0 belongs to the atom in the middle, not to its half.
_BEFORE_ZERO = math.nextafter(0.0, -1.0)


@dataclass(frozen=True)
class Spliced(AbstractPair):
    """Loss law of ``above`` for eps >= 0 and of ``below`` for eps < 0, the rest an atom at 0 (theory 3.4).

    It dominates a mechanism whose profile is that of ``above`` at eps >= 0 and of ``below`` at eps < 0, also where
    no single pair of data sets attains both halves; so it may be composed.

    Parameters
    ----------
    above
        Pair that is read at eps >= 0.
    below
        Pair that is read at eps < 0.
    """

    above: AbstractPair
    below: AbstractPair

    @property
    def support(self) -> Support:
        """Upper end of ``above``, lower end of ``below``."""
        upper, lower = self.above.support, self.below.support
        return Support(min(lower.lowest, 0.0), max(upper.highest, 0.0), upper.p_infinite, lower.q_infinite)

    def center(self) -> tuple[float, float]:
        """Logarithms of the P- and Q-mass of the atom at 0."""
        upper, lower = self.above.tails(np.zeros(1)), self.below.tails(np.full(1, _BEFORE_ZERO))
        log_p = log_complement(np.minimum(np.logaddexp(upper.log_p_above, lower.log_p_below), 0.0))
        log_q = log_complement(np.minimum(np.logaddexp(upper.log_q_above, lower.log_q_below), 0.0))
        return float(log_p[0]), float(log_q[0])

    def tails(self, losses: Array) -> Tails:
        """Tails of the half in which the loss lies; the far tail is the sum of what lies between."""
        top, bottom = self.above.tails(losses), self.below.tails(losses)
        edges = np.sort(np.unique(losses))
        masses = self.cells(edges)
        at = np.searchsorted(edges, losses)
        p_up = np.logaddexp.accumulate(masses.log_p[::-1])[::-1][1:][at]
        q_up = np.logaddexp.accumulate(masses.log_q[::-1])[::-1][1:][at]
        p_down = np.logaddexp.accumulate(masses.log_p)[:-1][at]
        q_down = np.logaddexp.accumulate(masses.log_q)[:-1][at]
        positive = losses >= 0.0
        with np.errstate(divide="ignore"):
            p_up = np.logaddexp(p_up, np.log(self.above.support.p_infinite))
            q_down = np.logaddexp(q_down, np.log(self.below.support.q_infinite))
        return Tails(
            np.where(positive, top.log_p_above, p_up),
            np.where(positive, top.log_q_above, q_up),
            np.where(positive, p_down, bottom.log_p_below),
            np.where(positive, q_down, bottom.log_q_below),
        )

    def cells(self, edges: Array) -> Cells:
        """Cells of ``below`` left of 0, of ``above`` right of it, and the atom in the cell of 0."""
        log_p, log_q = self.center()
        split = int(np.searchsorted(edges, 0.0, side="left"))
        upper = self.above.cells(np.insert(edges[split:], 0, 0.0) if split < len(edges) else np.zeros(1))
        lower = self.below.cells(np.append(edges[:split], _BEFORE_ZERO))
        return Cells(
            _join(lower.log_p, upper.log_p, log_p, split, edges),
            _join(lower.log_q, upper.log_q, log_q, split, edges),
        )

    def hockey_stick(self, epsilons: Array) -> Array:
        """The profile of the half in which eps lies."""
        out = np.empty(len(epsilons))
        positive = epsilons >= 0.0
        out[positive] = self.above.hockey_stick(epsilons[positive])
        out[~positive] = self.below.hockey_stick(epsilons[~positive])
        return out

    def nodes(self) -> Array:
        """Nodes of both halves and 0."""
        upper, lower = self.above.nodes(), self.below.nodes()
        return np.concatenate([lower[lower < 0.0], [0.0], upper[upper > 0.0]])

    @property
    def lattice(self) -> Lattice | None:
        """The atom at 0, and the two ends where both halves have atoms and lie symmetrically."""
        ends = self.support
        plain = self.above.lattice is None or self.below.lattice is None
        if plain or not math.isfinite(ends.highest) or abs(ends.highest + ends.lowest) > 1e-13 * ends.highest:
            return Lattice(0.0)
        return Lattice(0.0, ends.highest)


def _join(lower: Array, upper: Array, center: float, split: int, edges: Array) -> Array:
    """``lower`` holds the cells up to 0 and one beyond, ``upper`` one up to 0 and the cells beyond."""
    below, above = lower[:-1], upper[1:]
    if split < len(edges) and edges[split] == 0.0:
        above = above[1:]
        below = np.append(below[:-1], np.logaddexp(below[-1], center))
        return np.concatenate([below, above])
    middle = np.logaddexp(np.logaddexp(below[-1], center), above[0])
    return np.concatenate([below[:-1], [middle], above[1:]])


def splice(above: AbstractPair, below: AbstractPair) -> AbstractPair:
    """:class:`Spliced`; two tables become one table.

    Parameters
    ----------
    above
        Pair that is read at eps >= 0.
    below
        Pair that is read at eps < 0.
    """
    if not isinstance(above, Discrete) or not isinstance(below, Discrete):
        return Spliced(above, below)
    log_p, log_q = Spliced(above, below).center()
    upper, lower = above.losses > 0.0, below.losses < 0.0
    center = 0.5 * (log_p + log_q)
    return Discrete.from_logs(
        np.concatenate([below.losses[lower], [0.0], above.losses[upper]]),
        np.concatenate([below.log_p[lower], [center], above.log_p[upper]]),
        np.concatenate([below.log_q[lower], [center], above.log_q[upper]]),
        p_infinite=above.p_infinite,
        q_infinite=below.q_infinite,
    )


@swap.register
def _(pair: Spliced) -> AbstractPair:
    return Spliced(swap(pair.below), swap(pair.above))
