"""How far a mechanism's output may move between two batches, and what that costs."""

from __future__ import annotations

import abc
import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache, singledispatch

import numpy as np

from tightdp.errors import CannotAnswer
from tightdp.mechanisms import (
    AbstractMechanism,
    DiscreteGaussian,
    DiscreteLaplace,
    EpsilonDelta,
    Gaussian,
    Laplace,
    Profile,
    RandomizedResponse,
)
from tightdp.mechanisms.unit import KnownUnit, Unit
from tightdp.pairs.amplified import trivial_pair
from tightdp.pairs.discrete import Discrete
from tightdp.pairs.dominating import Dominating
from tightdp.pairs.pair import AbstractPair
from tightdp.schemes.batch_laws import NOT_COMPARABLE, BatchClasses, Counts, Floats

Levels = Mapping[float, float]
_MOST_STEPS = 4096
_COARSE_STEPS = 512


class AbstractReach(abc.ABC):
    """Distances between batches as one mechanism sees them, and worst cases at given distances."""

    @abc.abstractmethod
    def between(self, missing: Counts, extra: Counts) -> Floats:
        """The distance of two batches, one with ``missing`` and the other with ``extra`` records of its own.

        Parameters
        ----------
        missing, extra
            Numbers of records >= 0, of equal shapes.
        """

    @abc.abstractmethod
    def star(self, p: Levels, q: Levels) -> Dominating:
        """Theorem U: the worst pair of mixtures about batches at given finite distances from a shared one.

        Parameters
        ----------
        p, q
            Probabilities of the distances to the shared batch, under x and under x'; each sums to 1.
        """

    @property
    def incomparable(self) -> float:
        """The distance of batches for which nothing is promised."""
        return math.inf


@dataclass(frozen=True)
class ShiftReach(AbstractReach):
    """Additive noise: one unit for a record that comes or goes, ``substitution`` for one that is replaced.

    Parameters
    ----------
    mechanism
        Gaussian, Laplace or their discrete relatives.
    substitution
        Distance of one replaced record, in (0, 2].
    """

    mechanism: Gaussian | Laplace | DiscreteGaussian | DiscreteLaplace
    substitution: float

    @property
    def is_whole(self) -> bool:
        """Whether outputs, and so all distances, are integers."""
        return isinstance(self.mechanism, DiscreteGaussian | DiscreteLaplace)

    def fits(self, levels: Levels) -> bool:
        """Whether the distances are multiples of one step, so that :meth:`star` need not round them up.

        Parameters
        ----------
        levels
            Masses by distance.
        """
        return self.is_whole or _unit(list(levels), self.substitution)[1]

    def between(self, missing: Counts, extra: Counts) -> Floats:
        """``substitution min(a, b) + |a - b|``: the cheapest way from one batch to the other."""
        replaced = np.minimum(missing, extra)
        return self.substitution * replaced + np.abs(missing - extra).astype(np.float64)

    def star(self, p: Levels, q: Levels) -> Dominating:
        """Two mixtures of shifts of the noise, on a lattice that holds all distances or the next larger ones."""
        unit = 1.0 if self.is_whole else _unit([*p, *q], self.substitution)[0]
        mechanism = _scaled(self.mechanism, unit)
        found = mechanism.extremal(_on_lattice(p, unit), _on_lattice(q, unit), "add-remove")[0]
        words = "1 for each record that comes or goes"
        words += f", {self.substitution:g} for each that is replaced (times one record's contribution)"
        return replace(found, theorem="S24/T3.4", tight=False, tight_once=False, distance=words, note="")


def _scaled(mechanism: AbstractMechanism, unit: float) -> AbstractMechanism:
    """The mechanism whose record moves the output by ``unit`` records of the given one."""
    if unit != 1.0 and isinstance(mechanism, Gaussian):
        return Gaussian(mechanism.noise_multiplier / unit)
    return Laplace(mechanism.scale / unit) if unit != 1.0 and isinstance(mechanism, Laplace) else mechanism


def _unit(distances: list[float], substitution: float) -> tuple[float, bool]:
    """A step of which all distances are multiples, and True; else one that rounds them up by little, and False."""
    largest = max(distances)
    candidates = [base / parts for parts in range(1, 65) for base in (1.0, substitution)]
    for unit in candidates:
        counts = np.array(distances) / unit
        if largest / unit <= _MOST_STEPS and bool(np.all(np.abs(counts - np.rint(counts)) <= 1e-12 * counts)):
            return unit, True
    return largest / _COARSE_STEPS, False


def _on_lattice(levels: Levels, unit: float) -> tuple[float, ...]:
    counts = {distance: math.ceil(distance / unit * (1.0 - 1e-12)) for distance in levels}
    out = [0.0] * (max(counts.values()) + 1)
    for distance, count in counts.items():
        out[count] += levels[distance]
    return tuple(out)


@dataclass(frozen=True)
class AnswerReach(AbstractReach):
    """Randomised response: any two different batches may get different answers, and that is all.

    Parameters
    ----------
    mechanism
        The mechanism.
    """

    mechanism: RandomizedResponse

    def between(self, missing: Counts, extra: Counts) -> Floats:
        """1 for different batches."""
        return np.minimum(missing + extra, 1).astype(np.float64)

    def star(self, p: Levels, q: Levels) -> Dominating:
        """The worst answers."""
        return self.mechanism.extremal(_on_lattice(p, 1.0), _on_lattice(q, 1.0), "add-remove")[0]

    @property
    def incomparable(self) -> float:
        """1: an answer needs no comparison."""
        return 1.0


@dataclass(frozen=True)
class RecordReach(AbstractReach):
    """A black box, whose guarantee counts changes of one kind.

    Parameters
    ----------
    mechanism
        The black box.
    known
        For which change of a batch its guarantee holds.
    """

    mechanism: EpsilonDelta | Profile
    known: KnownUnit

    @property
    def unit(self) -> Unit:
        """The kind of change that one step of the distance is."""
        return "substitute" if self.known == "substitute" else "add-remove"

    def between(self, missing: Counts, extra: Counts) -> Floats:
        """``max(a, b)`` if both kinds are known, ``a + b`` for coming and going, ``a`` or infinity for replacing."""
        if self.known == "either":
            return np.maximum(missing, extra).astype(np.float64)
        if self.known == "add-remove":
            return (missing + extra).astype(np.float64)
        return np.where(missing == extra, missing.astype(np.float64), math.inf)

    def star(self, p: Levels, q: Levels) -> Dominating:
        """Theorem U with the trade-offs of the group profiles."""
        return self.mechanism.extremal(_on_lattice(p, 1.0), _on_lattice(q, 1.0), self.unit)[0]


@singledispatch
def reach_of(mechanism: AbstractMechanism) -> AbstractReach:
    """The distances that a mechanism sees.

    Parameters
    ----------
    mechanism
        What is released about a batch.

    Raises
    ------
    CannotAnswer
        If no worst case at given distances is known for it.
    """
    raise CannotAnswer(
        f"{type(mechanism).__name__} on a scheme of your own",
        "no worst case at given batch distances is known for it",
        "one of its releases, or a built-in scheme",
    )


@reach_of.register
def _(mechanism: Gaussian) -> AbstractReach:
    return ShiftReach(mechanism, mechanism.substitution_sensitivity)


@reach_of.register
def _(mechanism: Laplace) -> AbstractReach:
    return ShiftReach(mechanism, mechanism.substitution_sensitivity)


@reach_of.register
def _(mechanism: DiscreteGaussian) -> AbstractReach:
    return ShiftReach(mechanism, float(mechanism.substitution_sensitivity))


@reach_of.register
def _(mechanism: DiscreteLaplace) -> AbstractReach:
    return ShiftReach(mechanism, float(mechanism.substitution_sensitivity))


@reach_of.register
def _(mechanism: RandomizedResponse) -> AbstractReach:
    return AnswerReach(mechanism)


@reach_of.register
def _(mechanism: EpsilonDelta) -> AbstractReach:
    return RecordReach(mechanism, mechanism.unit)


@reach_of.register
def _(mechanism: Profile) -> AbstractReach:
    return RecordReach(mechanism, mechanism.unit)


def distances(reach: AbstractReach, classes: BatchClasses) -> Floats:
    """Distances at which two classes can be coupled, ``(k, k)``, through third classes where that is shorter.

    Two couplings that share a class can be glued at its batches, so paths add up.

    Parameters
    ----------
    reach
        The distances of batches.
    classes
        The classes.
    """
    known = classes.missing != NOT_COMPARABLE
    missing = np.where(known, classes.missing, 0)
    found = np.where(known & known.T, reach.between(missing, missing.T), reach.incomparable)
    np.fill_diagonal(found, 0.0)
    if not bool((known & known.T).all()):
        for via in range(len(found)):
            np.minimum(found, found[:, via : via + 1] + found[via : via + 1, :], out=found)
    return found


@lru_cache(maxsize=1024)
def group_pair(reach: AbstractReach, distance: float) -> AbstractPair:
    """The pair of two batches at one distance: nothing at 0, everything at infinity.

    Parameters
    ----------
    reach
        The mechanism's reach.
    distance
        Their distance.
    """
    if distance == 0.0:
        return trivial_pair()
    if math.isinf(distance):
        return Discrete(np.empty(0), np.empty(0), np.empty(0), 1.0, 1.0)
    return reach.star({distance: 1.0}, {0.0: 1.0}).pair
