"""Several releases about the same batch: the pair of two mixtures of products, as tables on both sides of it."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import reduce

import numpy as np

from tightdp.errors import CannotAnswer
from tightdp.numerics.log_domain import log_sum
from tightdp.pairs.discrete import Discrete
from tightdp.pairs.ordered_laws import LawCells, OrderedLaws, cells_of_atoms, pair_of_laws
from tightdp.pairs.pair import AbstractPair, Array
from tightdp.pairs.release_parts import Part, ShiftPart
from tightdp.pairs.shift_mixture import ShiftMixture
from tightdp.pairs.table_product import TableProduct

# Range of loss in one cell of one release, in standard deviations of the loss of all of them.
_FINENESS = 0.02
# At most so many atoms times components, unless cells wider than the loss itself would be needed.
_MOST_TERMS = 12_000_000
_COARSEST = 10.0
_MOST_CELLS = 25_000
_NEGLIGIBLE = 1e-60
_BLOCK = 1 << 19
_LARGE = 30.0

Round = Callable[[LawCells], OrderedLaws]


@dataclass(frozen=True, eq=False)
class Weights:
    """Probabilities of no changed record and of each number of them, ``(m + 1,)``, and what was left out.

    A number that is less likely than 1e-60 is left out: it counts as revealed on the way up, and as no changed
    record on the way down.
    """

    kept: Array
    missing: float

    @classmethod
    def of(cls, p: tuple[float, ...], sizes: list[int]) -> Weights:
        """The weights of some sizes."""
        return cls(np.array([p[0], *(p[i] for i in sizes)]), math.fsum(w for w in p[1:] if w <= _NEGLIGIBLE))

    def filled(self) -> Array:
        """With what is missing at no changed record."""
        return self.kept + self.missing * (np.arange(len(self.kept)) == 0)


def product_pairs(
    parts: tuple[Part, ...], p: tuple[float, ...], q: tuple[float, ...]
) -> tuple[AbstractPair, AbstractPair]:
    """``P = sum_i p_i prod_m N_m,i`` against ``Q = sum_j q_j prod_m N_m,-j``: a pair above it and one below it.

    For one certain number of changed records, and none on the side of Q, the releases are independent: one of them
    stays as it is, and the others become a table, whose atoms move its loss.

    Parameters
    ----------
    parts
        The releases m about one batch, each with a law for i or j changed records.
    p, q
        Probabilities of i and of j changed records.

    Returns
    -------
    A pair that dominates the product, and one that it dominates; one and the same where nothing had to be rounded.

    Raises
    ------
    CannotAnswer
        If so many different numbers of changed records and releases meet that tables would be too large.
    """
    rising = [i for i in range(1, len(p)) if p[i] > _NEGLIGIBLE]
    falling = [j for j in range(1, len(q)) if q[j] > _NEGLIGIBLE]
    shifts = [part for part in parts if isinstance(part, ShiftPart)]
    if len(rising) == 1 and p[rising[0]] == 1.0 and not falling and shifts:
        smooth = next((part for part in shifts if part.noise.is_smooth), shifts[0])
        return _one_distance(tuple(part for part in parts if part is not smooth), smooth, rising[0], _scale(parts))
    sides = Weights.of(p, rising), Weights.of(q, falling)
    return _all_tables(_all_cells(parts, rising, falling), *sides)


def _one_distance(
    others: tuple[Part, ...], smooth: ShiftPart, distance: int, scale: float
) -> tuple[AbstractPair, AbstractPair]:
    pair = ShiftMixture(smooth.noise, (0.0, 1.0), (1.0,), smooth.unit * distance)
    if not others:
        return pair, pair
    step = _FINENESS * scale * distance
    cells = [part.cells([distance], [], step) for part in others]
    above, below = (_certain_table(cells, rounded, step) for rounded in (LawCells.rounded_up, LawCells.merged))
    upper = TableProduct(above, pair)
    is_exact = len(cells) == 1 and cells[0].is_exact
    return upper, upper if is_exact else TableProduct(below, pair)


def _certain_table(cells: list[LawCells], rounded: Round, step: float) -> Discrete:
    """The product of independent releases at one distance, rounded again wherever two are joined."""
    laws = sorted((rounded(one) for one in cells), key=lambda one: one.count)
    while len(laws) > 1:
        mixed = _mixture(laws[0], laws[1], (np.array([0.0, 1.0]), np.array([1.0])))
        laws = sorted([rounded(cells_of_atoms(mixed, step=step)), *laws[2:]], key=lambda one: one.count)
    return pair_of_laws(laws[0])


def _scale(parts: tuple[Part, ...]) -> float:
    """About the standard deviation of the loss of one changed record."""
    return math.hypot(*(part.scale() for part in parts))


def _all_cells(parts: tuple[Part, ...], rising: list[int], falling: list[int]) -> list[LawCells]:
    """Cells of every part, so fine that all products fit, if that is possible."""
    step = 0.5 * _FINENESS * _scale(parts) * min(*rising, *falling, math.inf)
    while True:
        made = [part.cells(rising, falling, step) for part in parts]
        size = math.prod(one.count * (1 if one.is_exact else 2) for one in made) * (len(rising) + len(falling) + 1)
        if size <= _MOST_TERMS or (size <= 4 * _MOST_TERMS and step > _COARSEST):
            return made
        if step > _COARSEST:
            raise CannotAnswer(
                f"{len(parts)} different releases on one batch with {len(rising) + len(falling)} distances at once",
                "the tables of their losses would have too many entries",
                "a smaller group, fewer releases of different kinds, or releases on batches of their own",
            )
        step *= 1.4


def _all_tables(cells: list[LawCells], p: Weights, q: Weights) -> tuple[Discrete, Discrete]:
    """Every combination of cells, rounded up and merged."""
    is_exact = all(one.is_exact for one in cells) and p.missing == 0.0 == q.missing
    found: list[Discrete] = []
    for rounded in (LawCells.rounded_up, LawCells.merged):
        laws = sorted((rounded(one) for one in cells), key=lambda one: one.count)
        if len(laws) == 1:
            laws = [_nothing(laws[0]), *laws]
        above = not found
        weights = (p.kept, q.kept) if above else (p.filled(), q.filled())
        mixed = _mixture(reduce(_outer, laws[:-1]), laws[-1], weights)
        if is_exact and mixed.count <= _MOST_CELLS:
            pair = pair_of_laws(mixed)
            return pair, pair
        pair = pair_of_laws(rounded(cells_of_atoms(mixed, most=_MOST_CELLS)))
        lost = (p.missing, q.missing) if above else (0.0, 0.0)
        found.append(replace(pair, p_infinite=pair.p_infinite + lost[0], q_infinite=pair.q_infinite + lost[1]))
    return found[0], found[1]


def _nothing(like: OrderedLaws) -> OrderedLaws:
    """A release that tells nothing, of as many components."""
    none = np.zeros(len(like.signs))
    return OrderedLaws(like.signs, np.zeros(1), none[:, None], none)


def _outer(one: OrderedLaws, other: OrderedLaws) -> OrderedLaws:
    """All pairs of atoms."""
    base = (one.log_base[:, None] + other.log_base[None, :]).ravel()
    ratios = np.array(
        [(a[:, None] + b[None, :]).ravel() for a, b in zip(one.log_ratios, other.log_ratios, strict=True)]
    )
    return OrderedLaws(one.signs, base, ratios, _either(one.revealed, other.revealed))


def _either(one: Array, other: Array) -> Array:
    return one + other - one * other


def _mixture(small: OrderedLaws, large: OrderedLaws, weights: tuple[Array, Array]) -> OrderedLaws:
    """The loss of the two mixtures at every pair of atoms, sorted, in blocks of bounded memory."""
    rises = small.signs > 0.0
    size = max(1, _BLOCK // large.count)
    losses: list[Array] = []
    log_q: list[Array] = []
    only_p: list[float] = []
    for at in range(0, small.count, size):
        rows = slice(at, at + size)
        terms = [a[rows, None] + b[None, :] for a, b in zip(small.log_ratios, large.log_ratios, strict=True)]
        base = small.log_base[rows, None] + large.log_base[None, :]
        mean_p = _log_mean(weights[0], [t for t, rising in zip(terms, rises, strict=True) if rising], base)
        mean_q = _log_mean(weights[1], [t for t, rising in zip(terms, rises, strict=True) if not rising], base)
        filled = np.isfinite(mean_q)
        only_p.append(float(np.exp((base + mean_p)[~filled]).sum()))
        losses.append((mean_p[filled] - mean_q[filled]).ravel())
        log_q.append((base + mean_q)[filled].ravel())
    loss, base = np.concatenate(losses), np.concatenate(log_q)
    order = np.argsort(loss, kind="stable")
    loss, base = loss[order], base[order]
    shown = _either(small.revealed, large.revealed)
    p_infinite = float((weights[0][1:] * shown[rises]).sum()) + math.fsum(only_p)
    q_infinite = float((weights[1][1:] * shown[~rises]).sum())
    if q_infinite > 0.0:
        loss, base = np.append(-np.inf, loss), np.append(math.log(q_infinite), base)
    return OrderedLaws(np.ones(1), base, loss[None, :], np.array([p_infinite]))


def _log_mean(weights: Array, terms: list[Array], like: Array) -> Array:
    """``log (w_0 + sum_c w_c e^(l_c))``, as ``log1p(sum_c w_c (e^(l_c) - 1))`` where that keeps more digits."""
    if not terms:
        return np.zeros_like(like)
    if len(terms) == 1 and weights[0] == 0.0:
        return terms[0]
    excess, largest = np.zeros_like(like), np.zeros_like(like)
    for weight, term in zip(weights[1:].tolist(), terms, strict=True):
        excess += weight * np.expm1(np.minimum(term, _LARGE))
        np.maximum(largest, term, out=largest)
    with np.errstate(divide="ignore", invalid="ignore"):
        near = np.log1p(np.maximum(excess, -1.0))
        rough = (largest >= _LARGE) | (excess <= -0.5)
        if bool(rough.any()):
            logs = np.log(weights)
            rows = [np.full(int(rough.sum()), logs[0]), *(w + t[rough] for w, t in zip(logs[1:], terms, strict=True))]
            near[rough] = log_sum(np.array(rows))
    return near
