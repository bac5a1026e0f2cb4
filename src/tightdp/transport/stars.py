"""Plans of transport: the mass of both laws, each part compared with one batch that both sides share."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, field

from tightdp.pairs.amplified import trivial_pair
from tightdp.pairs.dominating import Dominating
from tightdp.pairs.pair import AbstractPair
from tightdp.pairs.weighted_sum import weighted_sum
from tightdp.transport.reach import AbstractReach, Levels

_DIGITS = 11
_SAME = 1e-10
_NOTHING = trivial_pair()


@dataclass(eq=False)
class _Masses:
    """Masses by distance, collected."""

    by_distance: dict[float, float] = field(default_factory=dict[float, float])

    def add(self, distance: float, mass: float) -> None:
        if mass > 0.0:
            self.by_distance[distance] = self.by_distance.get(distance, 0.0) + mass

    @property
    def total(self) -> float:
        return math.fsum(self.by_distance.values())


@dataclass(frozen=True)
class Star:
    """Mass at given distances from one batch: ``sum_i p_i M(a_i)`` against ``sum_j q_j M(b_j)``.

    Parameters
    ----------
    p, q
        Mass under x and under x' by distance, increasing; infinity for batches that cannot be compared.
    """

    p: tuple[tuple[float, float], ...]
    q: tuple[tuple[float, float], ...]

    @property
    def shape(self) -> tuple[object, ...]:
        """What two stars share whose masses are proportional."""
        return tuple((where, d, f"{w / self.total:.{_DIGITS}e}") for where, d, w in self._entries())

    def _entries(self) -> list[tuple[str, float, float]]:
        return [("p", d, w) for d, w in self.p] + [("q", d, w) for d, w in self.q]

    @property
    def total(self) -> float:
        """All its mass."""
        return math.fsum(w for _, _, w in self._entries())


def star(p: Iterable[tuple[float, float]], q: Iterable[tuple[float, float]]) -> Star:
    """A star from distances and masses in any order, those without mass left out.

    Parameters
    ----------
    p, q
        ``(distance, mass)`` under x and under x'.
    """
    sides: list[tuple[tuple[float, float], ...]] = []
    for given in (p, q):
        masses = _Masses()
        for distance, mass in given:
            masses.add(distance, mass)
        sides.append(tuple(sorted(masses.by_distance.items())))
    return Star(*sides)


def merged(stars: Iterable[Star]) -> tuple[Star, ...]:
    """Stars with proportional masses as one star: by convexity and homogeneity nothing is lost and nothing gained.

    Parameters
    ----------
    stars
        The stars of a plan.
    """
    groups: dict[tuple[object, ...], list[Star]] = {}
    for one in stars:
        if one.total > 0.0:
            groups.setdefault(one.shape, []).append(one)
    return tuple(
        star((entry for one in group for entry in one.p), (entry for one in group for entry in one.q))
        for group in groups.values()
    )


def same_levels(first: Levels, second: Levels) -> bool:
    """Whether two laws of distances agree, to ten digits.

    Parameters
    ----------
    first, second
        Masses by distance.
    """
    a, b = ({d: w for d, w in levels.items() if w > 1e-300} for levels in (first, second))
    if len(a) != len(b):
        return False
    pairs = zip(sorted(a.items()), sorted(b.items()), strict=True)
    return all((d == e or abs(d - e) <= _SAME * d) and abs(w - v) <= _SAME * w for (d, w), (e, v) in pairs)


def same_star(first: Star, second: Star) -> bool:
    """Whether two stars hold the same masses at the same distances, to ten digits.

    Parameters
    ----------
    first, second
        The stars.
    """
    return same_levels(dict(first.p), dict(second.p)) and same_levels(dict(first.q), dict(second.q))


def pair_of_plan(reach: AbstractReach, plan: tuple[Star, ...]) -> tuple[AbstractPair, Dominating | None]:
    """``H_alpha(x || x') <= sum_u H_alpha(star u)`` for every alpha >= 0: the stars side by side.

    The hockey-stick divergence is convex and homogeneous in the two measures together, so it is at most the sum over
    the stars; each star is at most its pair of Theorem U, since all its batches are compared with one batch. A batch
    that cannot be compared with it counts as revealed. The sum is the profile of one pair, so it composes.

    Parameters
    ----------
    reach
        Worst cases of the mechanism at given distances.
    plan
        Stars whose masses sum to 1 under x and under x'.

    Returns
    -------
    The pair, and the guarantee of the star where the plan is a single one without batches that are revealed.
    """
    parts: list[tuple[float, float, AbstractPair]] = []
    found: list[Dominating] = []
    for one in plan:
        p, q = dict(one.p), dict(one.q)
        parts += [(p.pop(math.inf, 0.0), 0.0, _NOTHING), (0.0, q.pop(math.inf, 0.0), _NOTHING)]
        p_mass, q_mass = math.fsum(p.values()), math.fsum(q.values())
        if p_mass == 0.0 or q_mass == 0.0:
            parts += [(p_mass, 0.0, _NOTHING), (0.0, q_mass, _NOTHING)]
            continue
        worst = reach.star({d: w / p_mass for d, w in p.items()}, {d: w / q_mass for d, w in q.items()})
        found.append(worst)
        parts.append((p_mass, q_mass, worst.pair))
    kept = [part for part in parts if part[0] > 0.0 or part[1] > 0.0]
    if len(kept) == 1 and len(found) == 1:
        return found[0].pair, found[0]
    return weighted_sum(kept), None
