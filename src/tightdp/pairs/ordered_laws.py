"""Laws on a line that are ordered by one likelihood ratio, as a table relative to the one in the middle."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tightdp.pairs.discrete import Discrete
from tightdp.pairs.pair import Array

# Range in nats of the likelihood ratios of one cell, so that one split serves all components.
WIDEST = 0.35
# The same for a single component, so that shares stay far from the smallest float.
WIDEST_ALONE = 300.0
_STEEP = 30.0


@dataclass(frozen=True, eq=False)
class OrderedLaws:
    """Atoms ``N_0 = e^log_base`` and ``N_c = e^(log_base + log_ratios[c])``, from left to right.

    Parameters
    ----------
    signs
        +1 for a component whose ratio grows along the line, -1 for one whose ratio falls, ``(m,)``.
    log_base
        Logarithms of the masses of N_0, ``(n,)``.
    log_ratios
        Losses ``log N_c / N_0`` of the atoms, ``(m, n)``; ``-inf`` where a component has no mass.
    revealed
        Mass of each component where N_0 has none, ``(m,)``.
    """

    signs: Array
    log_base: Array
    log_ratios: Array
    revealed: Array

    @property
    def count(self) -> int:
        """Number n of atoms."""
        return len(self.log_base)


@dataclass(frozen=True, eq=False)
class LawCells:
    """Ordered laws known on cells: masses, and the range of each likelihood ratio inside.

    Parameters
    ----------
    signs, log_base, revealed
        As for :class:`OrderedLaws`, with the mass of each cell.
    low, mean, high
        Smallest, mean and largest ``log N_c / N_0`` in each cell, ``(m, n)``; the mean is that of the two masses.
    """

    signs: Array
    log_base: Array
    revealed: Array
    low: Array
    mean: Array
    high: Array

    @property
    def count(self) -> int:
        """Number n of cells."""
        return len(self.log_base)

    @property
    def is_exact(self) -> bool:
        """Whether each cell is a single atom."""
        return bool(np.all(self.low == self.high))

    def merged(self) -> OrderedLaws:
        """One atom for each cell: laws that the given ones can be turned into (data processing)."""
        return OrderedLaws(self.signs, self.log_base, self.mean, self.revealed)

    def rounded_up(self) -> OrderedLaws:
        """Laws from which, for tests of the shared component, nothing can be gained by going back to the given ones.

        Write ``F_c(t)`` for the largest mass that N_c gives to a test of mass t under N_0. Each cell is split in two
        atoms with shares s and 1 - s of N_0 (right and left). The masses are such that ``F_c`` becomes a broken line
        through the same points at the cell's ends and above its two tangents there; so it lies above ``F_c``, and
        below for a falling component, counted from the left. With one component s is the point where the tangents
        meet (connect the dots).
        """
        width = np.where(self.high > self.low, self.high - np.where(np.isfinite(self.low), self.low, 0.0), 0.0)
        with np.errstate(over="ignore", invalid="ignore"):
            reach = np.expm1(width)
            lift = np.expm1(np.where(width > 0.0, self.mean - self.low, 0.0))
            far = np.exp(np.where(width > _STEEP, self.mean - self.high, 0.0))
        wide = width > 0.0
        share = np.clip(np.where(width > _STEEP, far, lift / np.where(wide, reach, 1.0)), 0.0, 1.0)
        right = _split(self.signs, wide, share, (1.0 + lift) / (1.0 + reach))
        top, bottom = np.empty_like(share), np.empty_like(share)
        for c, sign in enumerate(self.signs):
            near, far = _two_slopes(share[c], right if sign > 0 else 1.0 - right)
            upper = self.low[c] + np.log1p(reach[c] * near)
            lower = self.low[c] + np.log1p(-np.minimum(reach[c] * far, 1.0))
            top[c], bottom[c] = (upper, lower) if sign > 0 else (lower, upper)
        with np.errstate(divide="ignore"):
            log_base = np.concatenate([self.log_base + np.log1p(-right), self.log_base + np.log(right)])
        kept = np.isfinite(log_base)
        ratios = np.concatenate([bottom, top], axis=1)
        order = np.argsort(np.concatenate([2.0 * np.arange(self.count), 2.0 * np.arange(self.count) + 1.0])[kept])
        return OrderedLaws(self.signs, log_base[kept][order], ratios[:, kept][:, order], self.revealed)


def _split(signs: Array, wide: NDArray[np.bool_], share: Array, most: Array) -> Array:
    """Share of N_0 on the right: the mean of what each component would choose, within what all of them allow."""
    rising = (signs > 0.0)[:, None]
    wish = np.where(rising, share, 1.0 - share)
    number = wide.sum(axis=0)
    mean = np.where(number > 0, np.where(wide, wish, 0.0).sum(axis=0) / np.maximum(number, 1), 1.0)
    if len(signs) == 1:
        return mean
    highest = np.where(rising & wide, most, 1.0).min(axis=0)
    lowest = np.where(~rising & wide, 1.0 - most, 0.0).max(axis=0)
    return np.clip(mean, lowest, highest)


def _two_slopes(share: Array, taken: Array) -> tuple[Array, Array]:
    """Excess over the smallest ratio at the end of large ratios, and below it at the other, in units of the reach.

    ``share`` is where the two tangents meet, ``taken`` the share of N_0 at the end of large ratios.
    """
    near = np.where(taken < share, share / np.where(taken < share, np.maximum(taken, 1e-300), 1.0), 1.0)
    short = taken > share
    far = np.where(short, (taken - share) / np.where(taken < 1.0, 1.0 - taken, 1.0), 0.0)
    return near, np.where(taken < 1.0, far, 0.0)


def cells_of_atoms(laws: OrderedLaws, *, most: int | None = None, step: float = 0.0) -> LawCells:
    """Consecutive atoms in cells; atoms that are far enough from each other are cells of their own.

    Parameters
    ----------
    laws
        Atoms from left to right.
    most
        Wanted number of cells, each with as many atoms as the others.
    step
        Wanted range of the first component's loss in a cell, in nats. In any case the loss of no component moves by
        more than :data:`WIDEST` in a cell (one component: :data:`WIDEST_ALONE`).
    """
    number, alone = laws.count, len(laws.signs) == 1
    size = 1 if most is None else -(-number // most)
    if number == 0 or (size == 1 and step == 0.0):
        return LawCells(laws.signs, laws.log_base, laws.revealed, laws.log_ratios, laws.log_ratios, laws.log_ratios)
    lost = np.isneginf(laws.log_ratios)
    heights = np.where(lost, 0.0, laws.log_ratios)
    marks = np.floor(heights / (WIDEST_ALONE if alone else WIDEST))
    marks = np.concatenate([marks, lost])
    if most is not None:
        marks = np.concatenate([marks, [np.arange(number) // size]])
    if step > 0.0:
        marks = np.concatenate([marks, [np.floor(heights[0] / step)]])
    new = np.concatenate([[True], (marks[:, 1:] != marks[:, :-1]).any(axis=0)])
    starts = np.flatnonzero(new)
    sizes = np.diff(np.append(starts, number))
    top = np.maximum.reduceat(laws.log_base, starts)
    weights = np.exp(laws.log_base - np.repeat(top, sizes))
    total = np.add.reduceat(weights, starts)
    low = np.minimum.reduceat(laws.log_ratios, starts, axis=1)
    high = np.maximum.reduceat(laws.log_ratios, starts, axis=1)
    floor = np.where(np.isfinite(low), low, 0.0)
    with np.errstate(over="ignore"):
        excess = np.expm1(np.where(lost, 0.0, laws.log_ratios - np.repeat(floor, sizes, axis=1)))
    mean = low + np.log1p(np.add.reduceat(weights * excess, starts, axis=1) / total)
    return LawCells(laws.signs, top + np.log(total), laws.revealed, low, np.clip(mean, low, high), high)


def pair_of_laws(laws: OrderedLaws) -> Discrete:
    """``(N_1, N_0)`` as a table, for laws with one component.

    Parameters
    ----------
    laws
        One component beside N_0.
    """
    losses = laws.log_ratios[0]
    lost = losses == -np.inf
    q_infinite = float(np.exp(laws.log_base[lost]).sum())
    base, losses = laws.log_base[~lost], losses[~lost]
    return Discrete.from_logs(losses, base + losses, base, p_infinite=float(laws.revealed[0]), q_infinite=q_infinite)


def laws_of_pair(pair: Discrete) -> OrderedLaws:
    """``N_0 = Q`` and the one component P, exactly.

    Parameters
    ----------
    pair
        A table.
    """
    log_base, losses = pair.log_q, pair.losses
    if pair.q_infinite > 0.0:
        log_base = np.concatenate([[np.log(pair.q_infinite)], log_base])
        losses = np.concatenate([[-np.inf], losses])
    return OrderedLaws(np.ones(1), log_base, losses[None, :], np.array([pair.p_infinite]))
