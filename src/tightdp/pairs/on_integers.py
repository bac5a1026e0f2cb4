"""Gaussian mixtures on the integers, with the tails that a table has to cut."""

from __future__ import annotations

from dataclasses import dataclass, replace

from tightdp.pairs.pair import AbstractPair, Array, Cells, Lattice, Support, Tails
from tightdp.pairs.shift_mixture import ShiftMixture
from tightdp.pairs.swapped import swap


@dataclass(frozen=True)
class OnIntegers(AbstractPair):
    """``P(z) ~ sum_i p_i exp(-(z - i unit)^2 / (2 sigma^2))`` on the integers z, Q likewise.

    Everything but the range of the loss is read from a table, whose ends count as revealed. A Rényi divergence weighs
    the far tail, so it is summed over the mixtures themselves.

    Parameters
    ----------
    table
        The pair as a table.
    mixture
        The mixtures of Gaussian densities whose values at the integers are the masses, up to one factor.
    """

    table: AbstractPair
    mixture: ShiftMixture

    @property
    def support(self) -> Support:
        """That of the mixtures: no loss is infinite."""
        return replace(self.mixture.support, p_infinite=0.0, q_infinite=0.0)

    def tails(self, losses: Array) -> Tails:
        """Those of the table."""
        return self.table.tails(losses)

    def cells(self, edges: Array) -> Cells:
        """Those of the table."""
        return self.table.cells(edges)

    def hockey_stick(self, epsilons: Array) -> Array:
        """The table's profile, which lies above."""
        return self.table.hockey_stick(epsilons)

    def nodes(self) -> Array:
        """Those of the table."""
        return self.table.nodes()

    @property
    def lattice(self) -> Lattice | None:
        """That of the table."""
        return self.table.lattice


@swap.register
def _(pair: OnIntegers) -> AbstractPair:
    mixture = pair.mixture
    return OnIntegers(swap(pair.table), ShiftMixture(mixture.noise, mixture.q, mixture.p, mixture.unit))
