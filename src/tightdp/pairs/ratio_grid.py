"""Cells of the likelihood ratio, fine where it mostly is, and the rounding of a law to them."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tightdp.pairs.discrete import Discrete
from tightdp.pairs.pair import Array
from tightdp.pairs.ratio_law import RatioLaw

# Cells per width of the law, and how many widths away from 0 they begin to grow.
FINENESS = 60.0
_REACH = 10.0
# Smaller Q-masses are left out, so that ratios stay finite.
_LEAST = 1e-290
# Losses beyond which ratios are not floats any more.
FARTHEST = 650.0
# Cells of narrower laws would be finer than floats next to 1 are.
_NARROWEST = 1e-12


@dataclass(frozen=True)
class RatioGrid:
    """Losses ``reach * sinh(k / (fineness * _REACH))`` for whole k, as edges of cells.

    Parameters
    ----------
    width
        Width of the law, in nats; where it is narrower than ratios tell apart, the cells are wider.
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
    def _scale(self) -> float:
        return _REACH * max(self.width, _NARROWEST)

    @property
    def _first(self) -> int:
        return math.floor(self._per_unit * math.asinh(self.lowest / self._scale))

    def edges(self) -> Array:
        """Increasing losses from ``lowest`` to ``highest``, ``(n + 1,)``."""
        last = math.floor(self._per_unit * math.asinh(self.highest / self._scale)) + 1
        places = np.arange(self._first, last + 1) / self._per_unit
        edges = np.clip(self._scale * np.sinh(places), self.lowest, self.highest)
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
        places = np.arcsinh(losses * (1.0 / self._scale))
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
    size = np.diff(ratios)
    share = np.clip((mean - ratios[:-1]) / np.where(size > 0.0, size, 1.0), 0.0, 1.0)
    spread = np.zeros(len(ratios))
    spread[:-1] += np.where(kept, masses * (1.0 - share), 0.0)
    spread[1:] += np.where(kept, masses * share, 0.0)
    null, revealed = null + float(masses[~kept].sum()), revealed + float(weights[~kept].sum())
    filled = spread > 0.0
    return RatioLaw(ratios[filled], spread[filled], null, revealed, is_above=True).trimmed()


def law_of_table(pair: Discrete, *, is_above: bool) -> RatioLaw:
    """The ratio of a table, exactly but for what is too far or too light for floats.

    Parameters
    ----------
    pair
        The table.
    is_above
        To which side the law is to be rounded from here on.
    """
    masses, weights = np.exp(pair.log_q), np.exp(pair.log_p)
    kept = (np.abs(pair.losses) <= FARTHEST) & (masses > _LEAST)
    null, revealed = pair.q_infinite, pair.p_infinite
    if not is_above and not bool(kept.all()):
        return _means(masses, weights, null, revealed)
    null, revealed = null + float(masses[~kept].sum()), revealed + float(weights[~kept].sum())
    return RatioLaw(np.exp(pair.losses[kept]), masses[kept], null, revealed, is_above)


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
