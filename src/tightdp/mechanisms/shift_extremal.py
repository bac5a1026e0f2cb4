"""Worst cases of additive noise with monotone likelihood ratio: mixtures of shifts of one law."""

from __future__ import annotations

from collections.abc import Callable

from tightdp.errors import InvalidInput
from tightdp.mechanisms.abstract_mechanism import Weights, is_unchanged
from tightdp.mechanisms.unit import Unit
from tightdp.numerics.checks import real
from tightdp.pairs.dominating import Dominating
from tightdp.pairs.pair import AbstractPair

BuildPair = Callable[[Weights, Weights, float], AbstractPair]
_NONE: Weights = (1.0,)


def checked_sensitivity(value: object) -> float:
    """``substitution_sensitivity`` as a float in (0, 2], or ``InvalidInput``."""
    allowed = "in (0, 2], in multiples of one record's contribution"
    number = real("substitution_sensitivity", value, allowed)
    if not 0.0 < number <= 2.0:
        raise InvalidInput("substitution_sensitivity", value, allowed, "Replacing is removing, then inserting.")
    return number


def shift_extremal(build: BuildPair, p: Weights, q: Weights, unit: Unit, substitution: float) -> Dominating:
    """``sum_i p_i N(i D)`` against ``sum_j q_j N(-j D)`` with D the unit's distance (theory Theorem U, 2.3).

    It is attained when one side holds no changed record, and, for records that come and go, when a substituted
    record can move the output by twice its contribution. Otherwise the pair is an upper bound, since it grants two
    changed batches the distance ``(i + j) D``; three attained pairs then bound from below. They keep to what a
    substituted record may do: x' holds it where x holds another.

    Parameters
    ----------
    build
        ``build(p, q, D)`` is the pair of the two mixtures.
    p, q
        Probabilities of i and of j changed records, ``(m,)`` and ``(n,)``.
    unit
        What one changed record does to the batch.
    substitution
        Distance of one substituted record, in multiples of one record's contribution, in (0, 2].
    """
    distance = 1.0 if unit == "add-remove" else substitution
    pair = build(p, q, distance)
    words = _distance_words(distance, unit)
    if is_unchanged(p) or is_unchanged(q) or (unit == "add-remove" and substitution == 2.0):
        return Dominating(pair, (pair,), "U", tight=True, tight_once=True, distance=words)
    reach = min(distance, substitution)
    one_sided = build(p, _NONE, reach), build(_NONE, q, reach)
    opposite = build(p, q, 0.5 * substitution)
    note = "two changed batches are granted the sum of their distances to an unchanged one"
    return Dominating(pair, (*one_sided, opposite), "U", tight=False, tight_once=False, distance=words, note=note)


def _distance_words(distance: float, unit: Unit) -> str:
    change = "inserted or removed" if unit == "add-remove" else "replaced"
    return f"{distance:g} times one record's contribution for each {change} record of the batch"


def group_shift_pair(build: BuildPair, distance: int, unit: Unit, substitution: float) -> AbstractPair:
    """``N(k D)`` against ``N(0)`` for k changed records.

    Parameters
    ----------
    build
        As for :func:`shift_extremal`.
    distance
        Number k of changed records.
    unit
        What one changed record does to the batch.
    substitution
        Distance of one substituted record.
    """
    step = 1.0 if unit == "add-remove" else substitution
    return build((0.0, 1.0), _NONE, step * distance)
