"""Worst cases of several different releases about one batch."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import cache, lru_cache, partial
from typing import cast

from tightdp.errors import CannotAnswer
from tightdp.mechanisms.abstract_mechanism import AbstractMechanism, Weights, is_unchanged
from tightdp.mechanisms.discrete_gaussian import DiscreteGaussian
from tightdp.mechanisms.discrete_laplace import DiscreteLaplace
from tightdp.mechanisms.exact_release import is_released
from tightdp.mechanisms.gaussian import Gaussian
from tightdp.mechanisms.laplace import Laplace
from tightdp.mechanisms.unit import Unit
from tightdp.pairs.amplified import amplify, trivial_pair
from tightdp.pairs.direct_sum import direct_sum
from tightdp.pairs.discrete import Discrete
from tightdp.pairs.dominating import Dominating
from tightdp.pairs.gaussian_noise import GaussianNoise
from tightdp.pairs.laplace_noise import LaplaceNoise
from tightdp.pairs.pair import AbstractPair
from tightdp.pairs.product import product_pairs
from tightdp.pairs.release_parts import ShiftPart, TablePart
from tightdp.pairs.shift_mixture import ShiftMixture
from tightdp.pairs.swapped import swap

Mechanisms = tuple[AbstractMechanism, ...]
Both = tuple[AbstractPair, AbstractPair]
_ADDITIVE = Gaussian | Laplace | DiscreteGaussian | DiscreteLaplace
_NONE: Weights = (1.0,)


def product_group_pair(mechanisms: Mechanisms, distance: int, unit: Unit) -> AbstractPair:
    """The product of the group pairs at one distance, rounded up.

    Parameters
    ----------
    mechanisms
        The releases.
    distance
        Number k >= 1 of changed records.
    unit
        What one changed record does to the batch.
    """
    return _one_sided(mechanisms, (*([0.0] * distance), 1.0), unit, "granted")[0]


def product_extremal(mechanisms: Mechanisms, p: Weights, q: Weights, unit: Unit) -> Dominating:
    """``sum_i p_i prod_m N_m,i`` against ``sum_j q_j prod_m N_m,-j``: Theorem U, one release after the other.

    Given what the other releases said, the mixtures of one release are those of Theorem U with other weights. The
    theorem holds for any weights, so each release in turn may be replaced by its worst laws (SAME-BATCH).

    Parameters
    ----------
    mechanisms
        The releases M_m.
    p, q
        Probabilities of i and of j changed records in the batch.
    unit
        What one changed record does to the batch.
    """
    words = f"that of each release ({unit})"
    if is_unchanged(q) or is_unchanged(p):
        turned = not is_unchanged(q)
        weights = q if turned else p
        tight = all(one.extremal(weights, _NONE, unit)[0].tight for one in mechanisms)
        try:
            upper, lower = _one_sided(mechanisms, weights, unit, "granted")
        except CannotAnswer:
            return _by_group_pairs(mechanisms, weights, unit, turned=turned)
        witness = lower if tight else _one_sided(mechanisms, weights, unit, "attained")[1]
        pair, witness = (swap(upper), swap(witness)) if turned else (upper, witness)
        return Dominating(
            pair, (witness,), "SAME-BATCH", tight, tight_once=tight, distance=words, rounded=pair is not witness
        )
    upper, lower = _mixture(mechanisms, p, q, unit, "granted")
    if all(isinstance(one, _ADDITIVE) and _is_full(one) for one in mechanisms) and unit == "add-remove":
        return Dominating(
            upper, (lower,), "SAME-BATCH", tight=True, tight_once=True, distance=words, rounded=upper is not lower
        )
    witnesses = (
        _one_sided(mechanisms, p, unit, "attained")[1],
        swap(_one_sided(mechanisms, q, unit, "attained")[1]),
        _opposite(mechanisms, p, q, unit),
    )
    note = "two changed batches are granted the sum of their distances to an unchanged one, in each release"
    return Dominating(upper, witnesses, "SAME-BATCH", tight=False, tight_once=False, distance=words, note=note)


def _by_group_pairs(mechanisms: Mechanisms, p: Weights, unit: Unit, *, turned: bool) -> Dominating:
    """Group pairs weighted by their probabilities (B18 Thm 7), for groups that are too large for common tables."""
    rate = math.fsum(p[1:])
    sizes = [k for k in range(1, len(p)) if p[k] > 0.0]
    pairs = tuple(product_group_pair(mechanisms, k, unit) for k in sizes)
    pair = amplify(direct_sum(tuple(p[k] / rate for k in sizes), pairs), rate)
    witness = _one_sided(mechanisms, (1.0 - rate, rate), unit, "attained")[1]
    pair, witness = (swap(pair), swap(witness)) if turned else (pair, witness)
    words = f"that of each release ({unit})"
    note = "the group is too large for the worst mixture of several releases: group profiles were used"
    return Dominating(pair, (witness,), "B18/T7", tight=False, tight_once=False, distance=words, note=note)


def _is_full(mechanism: Gaussian | Laplace | DiscreteGaussian | DiscreteLaplace) -> bool:
    return mechanism.substitution_sensitivity == 2


def _one_sided(mechanisms: Mechanisms, p: Weights, unit: Unit, kind: str) -> Both:
    """Changed records on the side of P only; where their number is certain or 0, by amplification."""
    sizes = [k for k in range(1, len(p)) if p[k] > 0.0]
    if not sizes:
        return trivial_pair(), trivial_pair()
    if len(sizes) > 1:
        return _mixture(mechanisms, p, _NONE, unit, kind)
    certain = (*([0.0] * sizes[0]), 1.0)
    upper, lower = _mixture(mechanisms, certain, _NONE, unit, kind)
    above = amplify(upper, math.fsum(p[1:]))
    return above, above if lower is upper else amplify(lower, math.fsum(p[1:]))


@lru_cache(maxsize=64)
def _mixture(mechanisms: Mechanisms, p: Weights, q: Weights, unit: Unit, kind: str) -> Both:
    """Above and below the mixtures of the laws that the releases are granted, or attain for changes of x alone."""

    def reach(substitution: float) -> float:
        step = 1.0 if unit == "add-remove" else substitution
        return step if kind == "granted" else min(step, substitution)

    moves_q = not is_unchanged(q)
    tables = [TablePart(_by_distance(one, unit, kind), moves_q) for one in mechanisms if _is_table(one)]
    return _tables(mechanisms, tables, reach, p, q)


def _opposite(mechanisms: Mechanisms, p: Weights, q: Weights, unit: Unit) -> AbstractPair:
    """Removed and inserted records pull opposite ways, each by half of what a substituted record may move.

    Where half of it is nothing (tables other than sums of integers that move by 2) only the changes of x pull.
    """
    tables: list[TablePart] = []
    for one in mechanisms:
        if not _is_table(one):
            continue
        if isinstance(one, _ADDITIVE):
            full = _is_full(one)
            tables.append(TablePart(_by_distance(one, "add-remove" if full else "substitute", "granted"), full))
        else:
            tables.append(TablePart(_by_distance(one, unit, "attained"), moves_q=False))
    return _tables(mechanisms, tables, lambda substitution: 0.5 * substitution, p, q)[1]


def _is_table(mechanism: AbstractMechanism) -> bool:
    """Whether the pairs of a release are tables: all but continuous noise."""
    if isinstance(mechanism, Gaussian):
        return is_released(mechanism.noise_multiplier)
    return not isinstance(mechanism, Laplace) or is_released(mechanism.scale)


def _by_distance(mechanism: AbstractMechanism, unit: Unit, kind: str) -> Callable[[int], Discrete]:
    """Tables at each distance: those of the guarantee, or one that the mechanism attains at every distance."""
    if kind == "granted" or isinstance(mechanism, _ADDITIVE):
        return cache(partial(_group_table, mechanism, unit))
    attained = cast("Discrete", mechanism.extremal((0.0, 1.0), _NONE, unit)[0].witnesses[0])
    return lambda _: attained


def _group_table(mechanism: AbstractMechanism, unit: Unit, distance: int) -> Discrete:
    return cast("Discrete", mechanism.group_pair(distance, unit))


def _tables(
    mechanisms: Mechanisms, tables: list[TablePart], reach: Callable[[float], float], p: Weights, q: Weights
) -> Both:
    """The product, in which Gaussian shifts along one line are one shift."""
    parts: list[ShiftPart] = []
    squares = 0.0
    for one in mechanisms:
        if isinstance(one, Gaussian) and not _is_table(one):
            squares = math.hypot(squares, reach(one.substitution_sensitivity) / one.noise_multiplier)
        elif isinstance(one, Laplace) and not _is_table(one):
            parts.append(ShiftPart(LaplaceNoise(one.scale), reach(one.substitution_sensitivity)))
    if squares > 0.0:
        parts.append(ShiftPart(GaussianNoise(1.0), squares))
    if not tables and len(parts) == 1:
        pair = ShiftMixture(parts[0].noise, p, q, parts[0].unit)
        return pair, pair
    return product_pairs((*parts, *tables), p, q)
