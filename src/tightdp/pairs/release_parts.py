"""One of several releases about a batch, in cells of the laws that it has for each number of changed records."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from tightdp.pairs.discrete import Discrete
from tightdp.pairs.noise import AbstractNoise
from tightdp.pairs.ordered_laws import LawCells, OrderedLaws, cells_of_atoms, laws_of_pair
from tightdp.pairs.pair import Array
from tightdp.pairs.shared_component import component_losses
from tightdp.pairs.shift_cells import shift_cells


@dataclass(frozen=True)
class ShiftPart:
    """One release with additive noise.

    Parameters
    ----------
    noise
        Its law.
    unit
        How far one changed record moves it, one way under P and the other way under Q.
    """

    noise: AbstractNoise
    unit: float

    def scale(self) -> float:
        """About the standard deviation of its loss."""
        return min(self.unit / self.noise.spread, math.inf if self.noise.is_smooth else 2.0)

    def cells(self, rising: Sequence[int], falling: Sequence[int], step: float) -> LawCells:
        """Cells of the components."""
        counts = np.array([*rising, *(-j for j in falling)], dtype=np.float64)
        return shift_cells(self.noise, counts * self.unit, step)


@dataclass(frozen=True, eq=False)
class TablePart:
    """One release known by a table for each number of changed records.

    Parameters
    ----------
    by_distance
        ``by_distance(k)`` is a symmetric table for k >= 1 changed records.
    moves_q
        Whether changed records move it under Q too.
    """

    by_distance: Callable[[int], Discrete]
    moves_q: bool

    def scale(self) -> float:
        """The standard deviation of the finite loss of one changed record, 2 at most."""
        pair = self.by_distance(1)
        weights = np.exp(pair.log_p)
        total = float(weights.sum())
        mean = float((weights * pair.losses).sum()) / max(total, 1e-300)
        variance = float((weights * (pair.losses - mean) ** 2).sum()) / max(total, 1e-300)
        return min(math.sqrt(max(variance, 0.0)), 2.0)

    def cells(self, rising: Sequence[int], falling: Sequence[int], step: float) -> LawCells:
        """Cells of the components."""
        pairs = [self.by_distance(k) for k in rising]
        falls = [self.by_distance(k) for k in falling] if self.moves_q else []
        same = len({id(pair) for pair in pairs}) == 1
        if same and not falls:
            found = cells_of_atoms(laws_of_pair(pairs[0]), step=step)
            return _repeated(found, len(pairs), len(falling))
        unique = {id(pair): pair for pair in (*pairs, *falls)}
        order = {key: at for at, key in enumerate(unique)}
        log_width, upper, lower = component_losses(tuple(unique.values()))
        rows = [upper[order[id(pair)]][::-1] for pair in pairs] + [lower[order[id(pair)]][::-1] for pair in falls]
        revealed = np.array([pair.p_infinite for pair in (*pairs, *falls)])
        signs = np.array([1.0] * len(pairs) + [-1.0] * len(falls))
        found = cells_of_atoms(OrderedLaws(signs, log_width[::-1], np.array(rows), revealed), step=step)
        return found if self.moves_q else _with_unmoved(found, np.arange(len(pairs) + len(falling)) < len(pairs))


Part = ShiftPart | TablePart


def _repeated(cells: LawCells, rising: int, falling: int) -> LawCells:
    """The one component of ``cells`` for each of ``rising`` components; ``falling`` ones do not move."""
    one = replace(
        cells,
        signs=np.ones(rising),
        revealed=np.repeat(cells.revealed, rising),
        low=np.repeat(cells.low, rising, axis=0),
        mean=np.repeat(cells.mean, rising, axis=0),
        high=np.repeat(cells.high, rising, axis=0),
    )
    return _with_unmoved(one, np.arange(rising + falling) < rising) if falling else one


def _with_unmoved(cells: LawCells, moved: NDArray[np.bool_]) -> LawCells:
    """The cells with further components that equal N_0, where ``moved`` is false."""

    def placed(rows: Array) -> Array:
        out = np.zeros((len(moved), *rows.shape[1:]))
        out[moved] = rows
        return out

    signs = np.where(moved, 1.0, -1.0)
    signs[moved] = cells.signs
    return LawCells(
        signs, cells.log_base, placed(cells.revealed), placed(cells.low), placed(cells.mean), placed(cells.high)
    )
