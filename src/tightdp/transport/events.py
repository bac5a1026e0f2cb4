"""Events that condition the two batch laws, and the plan of transport that each choice of them gives (S24 Thm 3.4)."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from tightdp.schemes.batch_laws import BatchClasses, Counts, Floats
from tightdp.transport.couplings import Incompatible, cheapest_coupling, compatible_coupling
from tightdp.transport.reach import AbstractReach, group_pair
from tightdp.transport.stars import Star, merged, star

_SAME = 1e-11


@dataclass(frozen=True)
class Plan:
    """Stars that hold the mass of both laws, and the events behind them.

    Parameters
    ----------
    stars
        The stars.
    events
        The events in words.
    incompatible
        Conditional laws without a distance-compatible coupling, each with what breaks it.
    theorem
        Key of the theorem.
    """

    stars: tuple[Star, ...]
    events: str
    incompatible: tuple[Incompatible, ...] = ()
    theorem: str = "S24/T3.4"


@dataclass(frozen=True, eq=False)
class Transport:
    """Two laws on classes of batches and their distances for one mechanism.

    Parameters
    ----------
    reach
        The mechanism's worst cases.
    classes
        The classes.
    distances
        Distances at which two classes can be coupled, ``(k, k)``.
    order
        Distances by which couplings are chosen, ``(k, k)``; those of the mechanism or any others.
    """

    reach: AbstractReach
    classes: BatchClasses
    distances: Floats
    order: Floats

    def swapped(self) -> Transport:
        """The same with the roles of x and x' exchanged."""
        return Transport(self.reach, self.classes.swapped(), self.distances, self.order)

    @property
    def shared(self) -> Counts:
        """Classes that both laws give."""
        return np.flatnonzero((self.classes.p > 0.0) & (self.classes.q > 0.0))

    def costs(self) -> Floats:
        """Total variation at each distance, ``(k, k)``: what a coupling costs at eps = 0."""
        values, inverse = np.unique(self.distances, return_inverse=True)
        heights = [float(group_pair(self.reach, float(d)).hockey_stick(np.zeros(1))[0]) for d in values]
        return np.array(heights)[inverse].reshape(self.distances.shape)


def by_distance(problem: Transport) -> Plan:
    """Events: how far a batch is from the batches that both laws give.

    Parameters
    ----------
    problem
        The laws.
    """
    stars, broken = _around_shared(problem, np.arange(len(problem.classes.names)))
    return Plan(merged(stars), "the distance from the batches that both data sets give", tuple(broken))


def by_type(problem: Transport) -> Plan:
    """Events: which shared batches are closest, then how far they are.

    Batches whose closest shared batches overlap belong together; those that can be compared with no shared batch
    belong to the closest batches of the other law.

    Parameters
    ----------
    problem
        The laws.
    """
    stars: list[Star] = []
    broken: list[Incompatible] = []
    for block in _blocks(problem):
        some, certificates = _around_shared(problem, block)
        stars += some
        broken += certificates
    return Plan(
        merged(stars), "the closest batches that both data sets give, and the distance from them", tuple(broken)
    )


def direct(problem: Transport) -> Plan:
    """One event: batches of x coupled with batches of x' as cheaply as possible at eps = 0 (S24 Theorem 3.3).

    Parameters
    ----------
    problem
        The laws.
    """
    everything = np.arange(len(problem.classes.names))
    return Plan(merged(_side_by_side(problem, everything)), "none, the two laws are coupled directly", (), "S24/T3.3")


def _blocks(problem: Transport) -> list[Counts]:
    """Components of the graph that joins each class to its closest shared ones."""
    k = len(problem.classes.names)
    shared = problem.shared
    root = list(range(k))

    def find(i: int) -> int:
        while root[i] != i:
            root[i] = root[root[i]]
            i = root[i]
        return i

    used = np.flatnonzero((problem.classes.p > 0.0) | (problem.classes.q > 0.0))
    for i in used.tolist():
        mine = problem.classes.p[i] > 0.0
        targets = shared
        if len(shared) == 0 or not np.isfinite(problem.order[i, shared]).any():
            targets = np.flatnonzero((problem.classes.q if mine else problem.classes.p) > 0.0)
        away = problem.order[i, targets]
        if i in shared or not np.isfinite(away).any():
            continue
        for j in targets[away <= away.min() * (1.0 + _SAME)].tolist():
            root[find(i)] = find(j)
    labels = np.array([find(i) for i in used.tolist()])
    return [used[labels == label] for label in np.unique(labels)]


def _around_shared(problem: Transport, block: Counts) -> tuple[list[Star], list[Incompatible]]:
    """Stars around the shared batches of a block, all alike where the conditional laws are compatible."""
    p, q = _within(problem.classes.p, block), _within(problem.classes.q, block)
    both = (p > 0.0) & (q > 0.0)
    if not bool(both.any()):
        return _side_by_side(problem, block), []
    center = np.where(both, np.minimum(p / p[both].sum(), q / q[both].sum()), 0.0)
    center /= center.sum()
    broken: list[Incompatible] = []
    sides = [_levels(problem, law, center, broken) for law in (p, q)]
    if all(len(level) == 1 for side in sides for level in side):  # every star has the same masses
        masses = [[(float(d), float(w)) for level in side for d, w in level] for side in sides]
        return [star(*masses)], broken
    return _single_stars(center, sides), broken


Level = list[tuple[float, "float | Floats"]]


def _levels(problem: Transport, law: Floats, center: Floats, broken: list[Incompatible]) -> list[Level]:
    """The events of one law: ``(distance, mass)`` for compatible ones, else ``(distance, mass at each centre)``."""
    on = center > 0.0
    share = float((law[on] / center[on]).min())
    rest = np.where(on, law - share * center, law)
    rest = np.where(rest > _SAME * law, rest, 0.0)
    least = problem.order[:, on].min(axis=1)
    found: list[Level] = [[(0.0, share)]]
    for distance in np.unique(least[rest > 0.0]).tolist():
        event = np.where((least == distance) & (rest > 0.0), rest, 0.0)
        mass = float(event.sum())
        if math.isinf(distance):
            found.append([(distance, mass)])
            continue
        coupled = compatible_coupling(event / mass, center, problem.order)
        if isinstance(coupled, Incompatible):
            broken.append(coupled)
            coupled = cheapest_coupling(event / mass, center, problem.costs())
        found.append(_spread(problem, coupled.joint * mass, mass))
    return found


def _spread(problem: Transport, joint: Floats, mass: float) -> Level:
    """Masses by distance, and by centre where there are several distances."""
    values = np.unique(problem.distances[joint > 0.0])
    if len(values) == 1:
        return [(float(values[0]), mass)]
    return [(float(d), np.where(problem.distances == d, joint, 0.0).sum(axis=0)) for d in values]


def _single_stars(center: Floats, sides: list[list[Level]]) -> list[Star]:
    """One star for each centre."""
    out: list[Star] = []
    for at in np.flatnonzero(center > 0.0).tolist():
        masses = [
            [
                (d, float(w[at]) if isinstance(w, np.ndarray) else float(w) * float(center[at]))
                for level in side
                for d, w in level
            ]
            for side in sides
        ]
        out.append(star(*masses))
    return out


def _side_by_side(problem: Transport, block: Counts) -> list[Star]:
    """Batches of x coupled with batches of x', each pair a star of its own."""
    p, q = _within(problem.classes.p, block), _within(problem.classes.q, block)
    p_mass, q_mass = float(p.sum()), float(q.sum())
    if p_mass == 0.0 or q_mass == 0.0:
        return [star([(math.inf, p_mass)], [(math.inf, q_mass)])]
    first, second = p / p_mass, q / q_mass
    coupled = compatible_coupling(first, second, problem.order)
    if isinstance(coupled, Incompatible):
        coupled = cheapest_coupling(first, second, problem.costs())
    found: list[Star] = []
    for distance in np.unique(problem.distances[coupled.joint > 0.0]).tolist():
        mass = float(coupled.joint[problem.distances == distance].sum())
        if math.isinf(distance):
            found.append(star([(math.inf, p_mass * mass)], [(math.inf, q_mass * mass)]))
        else:
            found.append(star([(distance, p_mass * mass)], [(0.0, q_mass * mass)]))
    return found


def _within(law: Floats, block: Counts) -> Floats:
    out = np.zeros(len(law))
    out[block] = law[block]
    return out
