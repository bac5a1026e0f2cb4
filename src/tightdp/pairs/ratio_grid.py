"""Cells of the likelihood ratio, fine where it mostly is, and the rounding of a law to them."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tightdp.pairs.pair import Array
from tightdp.pairs.ratio_law import RatioLaw

# Cells per width of the law, and how many widths away from 0 they begin to grow.
FINENESS = 60.0
_REACH = 10.0
# Smaller Q-masses are left out, so that ratios stay finite.
_LEAST = 1e-290


@dataclass(frozen=True)
class RatioGrid:
    """Losses ``reach * sinh(k / (fineness * _REACH))`` for whole k, as edges of cells.

    Parameters
    ----------
    width
        Width of the law, in nats.
    lowest, highest
        Finite losses, the first and the last edge.
    """

    width: float
    lowest: float
    highest: float

    @property
    def _per_unit(self) -> float:
        return FINENESS * _REACH

    @property
    def _first(self) -> int:
        return math.floor(self._per_unit * math.asinh(self.lowest / (_REACH * self.width)))

    def edges(self) -> Array:
        """Increasing losses from ``lowest`` to ``highest``, ``(n + 1,)``."""
        last = math.floor(self._per_unit * math.asinh(self.highest / (_REACH * self.width))) + 1
        places = np.arange(self._first, last + 1) / self._per_unit
        edges = np.clip(_REACH * self.width * np.sinh(places), self.lowest, self.highest)
        edges[-1] = max(edges[-1], np.nextafter(edges[-2], np.inf))
        return edges

    def cell_of(self, losses: Array, count: int) -> NDArray[np.int64]:
        """Number of the cell that holds each loss, in [0, count).

        Parameters
        ----------
        losses
            Losses, ``(n,)``.
        count
            Number of cells.
        """
        places = np.arcsinh(losses * (1.0 / (_REACH * self.width)))
        places *= self._per_unit
        places -= self._first
        np.clip(places, 0.0, count - 1.0, out=places)
        return places.astype(np.int32).astype(np.int64)  # two quick conversions instead of a slow one


def rounded(edges: Array, masses: Array, weights: Array, null: float, revealed: float, *, is_above: bool) -> RatioLaw:
    """A law on the edges that is larger in the convex order, or one of the cells' means, which is smaller.

    Parameters
    ----------
    edges
        Losses, ``(n + 1,)``.
    masses, weights
        Q- and P-masses of the cells, ``(n,)``.
    null, revealed
        Q-mass at ratio 0, P-mass at ratio infinity.
    is_above
        Which of the two.
    """
    if not is_above:
        return _means(masses, weights, null, revealed)
    kept = masses > _LEAST
    ratios = np.exp(edges)
    mean = np.where(kept, weights / np.where(kept, masses, 1.0), ratios[:-1])
    share = np.clip((mean - ratios[:-1]) / np.diff(ratios), 0.0, 1.0)
    spread = np.zeros(len(ratios))
    spread[:-1] += np.where(kept, masses * (1.0 - share), 0.0)
    spread[1:] += np.where(kept, masses * share, 0.0)
    null, revealed = null + float(masses[~kept].sum()), revealed + float(weights[~kept].sum())
    filled = spread > 0.0
    return RatioLaw(ratios[filled], spread[filled], null, revealed, is_above=True).trimmed()


def _means(masses: Array, weights: Array, null: float, revealed: float) -> RatioLaw:
    """One atom for each cell; cells that are too light on either side are merged with the lowest or highest others."""
    kept = (masses > _LEAST) & (weights > _LEAST)
    if not bool(kept.any()):
        total = float(masses.sum()), float(weights.sum())
        masses, weights, kept = np.array(total[:1]), np.array(total[1:]), np.array([True])
    low = np.arange(len(kept)) < int(np.argmax(kept))
    mass, weight = masses[kept], weights[kept]
    for at, part in ((0, low), (-1, ~kept & ~low)):
        mass[at] += float(masses[part].sum())
        weight[at] += float(weights[part].sum())
    return RatioLaw(weight / mass, mass, null, revealed, is_above=False).trimmed()
