"""The cast of pairs that laws run over: every kind, from little noise to much, each with its profile in many digits."""

from __future__ import annotations

import math
from collections.abc import Callable
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
from mpmath import exp, log, mpf, workdps

from tightdp.pairs.amplified import Amplified, amplify
from tightdp.pairs.direct_sum import DirectSum, direct_sum
from tightdp.pairs.discrete import Discrete
from tightdp.pairs.from_profile import pair_of_profile
from tightdp.pairs.pair import AbstractPair, Array
from tightdp.pairs.shared_component import shared_component_pair
from tightdp.pairs.spliced import Spliced, splice
from tightdp.pairs.swapped import Swapped, swap
from tightdp.pairs.weighted_sum import WeightedSum
from twins.shared_component import shared_component_bound
from twins.shift_cases import ShiftCase, binomial
from twins.tables import TableTwin

Profile = Callable[[Any], Any]


class Member(NamedTuple):
    """A pair and the profile that it should have."""

    name: str
    pair: AbstractPair
    profile: Profile

    def epsilons(self, count: int = 25) -> Array:
        """Losses from one end of the law to the other, and 0."""
        nodes = self.pair.nodes()
        return np.unique(np.append(nodes[np.linspace(0, len(nodes) - 1, count).astype(int)], 0.0))

    def edges(self, count: int = 25) -> Array:
        """Points between the losses, where no atom is."""
        nodes = np.unique(np.append(self.pair.nodes(), 0.0))
        apart = [(a, b) for a, b in pairwise(nodes.tolist()) if b - a > 1e-12 * max(abs(a), abs(b))]
        inner = np.array([0.5 * (a + b) for a, b in apart])
        ends = [nodes[0] - 0.3 * abs(nodes[0]) - 1e-12, nodes[-1] + 0.3 * abs(nodes[-1]) + 1e-12]
        return np.unique(np.append(inner[:: max(1, len(inner) // count)], ends))


SHIFTS = [
    ShiftCase("gaussian", 1.0, 1, 0, 1.0),
    ShiftCase("gaussian", 1.0, 1, 0, 1e-6),
    ShiftCase("gaussian", 0.05, 1, 1, 0.3),
    ShiftCase("gaussian", 0.05, 4, 0, 1e-3),
    ShiftCase("gaussian", 2.0, 2, 1, 0.2),
    ShiftCase("gaussian", 1000.0, 0, 2, 0.01),
    ShiftCase("gaussian", 1000.0, 3, 3, 0.9),
    ShiftCase("laplace", 1.0, 1, 0, 1.0),
    ShiftCase("laplace", 0.5, 0, 1, 0.1),
    ShiftCase("laplace", 0.05, 2, 2, 0.3),
    ShiftCase("laplace", 3.0, 3, 1, 0.5),
    ShiftCase("laplace", 1000.0, 1, 0, 1e-6),
]
RESPONSES = ((0.75, 0.25), (0.25, 0.75))
LEAKY = ((0.5, 0.3, 0.15, 0.05, 0.0), (0.2, 0.3, 0.4, 0.0, 0.1))


def weighted(parts: list[tuple[float, Profile]]) -> Profile:
    return lambda epsilon: sum(mpf(w) * profile(epsilon) for w, profile in parts)


def amplified(profile: Profile, rate: float) -> Profile:
    """``d'(log(1 + eta (e^eps - 1))) = eta d(eps)``, and ``1 - e^eps`` below ``log(1 - eta)``."""

    def mixed(epsilon: Any) -> Any:
        with workdps(60):
            inner = 1 + (exp(mpf(epsilon)) - 1) / mpf(rate)
            return mpf(rate) * profile(log(inner)) if inner > 0 else 1 - exp(mpf(epsilon))

    return mixed


def reversed_profile(profile: Profile) -> Profile:
    """``d_swapped(eps) = 1 - e^eps + e^eps d(-eps)``."""

    def back(epsilon: Any) -> Any:
        with workdps(60):
            return 1 - exp(mpf(epsilon)) + exp(mpf(epsilon)) * profile(-mpf(epsilon))

    return back


def spliced(above: Profile, below: Profile) -> Profile:
    return lambda epsilon: above(epsilon) if epsilon >= 0 else below(epsilon)


def chords(points: Array, deltas: Array) -> Profile:
    """Linear in ``e^eps`` between points that are convex already; below 0 by reflection."""

    def profile(epsilon: Any) -> Any:
        with workdps(60):
            x = mpf(epsilon)
            if x < 0:
                return 1 - exp(x) + exp(x) * profile(-x)
            at = int(np.searchsorted(points, float(x), side="right")) - 1
            if at + 1 >= len(points):
                return mpf(float(deltas[-1]))
            left, right = mpf(float(points[at])), mpf(float(points[at + 1]))
            share = (exp(x) - exp(left)) / (exp(right) - exp(left))
            return (1 - share) * mpf(float(deltas[at])) + share * mpf(float(deltas[at + 1]))

    return profile


def shift_members() -> list[Member]:
    return [
        Member(f"{c.noise} {c.scale:g} {c.removed}/{c.inserted} {c.rate:g}", c.pair, c.twin.hockey_stick)
        for c in SHIFTS
    ]


def table_members() -> list[Member]:
    rng = np.random.default_rng(3)
    p, q = (rng.dirichlet(np.full(300, 0.3)) for _ in range(2))
    laws = {"responses": RESPONSES, "leaky": LEAKY, "300 outcomes": (tuple(p / p.sum()), tuple(q / q.sum()))}
    return [Member(name, Discrete.from_masses(*law), TableTwin.of(*law).hockey_stick) for name, law in laws.items()]


def derived_members() -> list[Member]:
    gaussian, laplace = ShiftCase("gaussian", 1.0, 1, 0, 1.0), ShiftCase("laplace", 0.5, 1, 0, 1.0)
    leaky, twin = Discrete.from_masses(*LEAKY), TableTwin.of(*LEAKY)
    rounds = ShiftCase("gaussian", 1.0, 1, 0, 0.25)
    parts = (gaussian.pair, leaky, laplace.pair)
    sums = weighted([(0.2, gaussian.twin.hockey_stick), (0.5, twin.hockey_stick), (0.3, laplace.twin.hockey_stick)])

    def side_by_side(epsilon: Any) -> Any:
        first = mpf(0.3) * gaussian.twin.hockey_stick(epsilon - log(mpf(0.3) / mpf(0.7)))
        return mpf(0.1) + first + mpf(0.6) * laplace.twin.hockey_stick(epsilon - log(mpf(0.6) / mpf(0.2)))

    return [
        Member("amplified gaussian", Amplified(gaussian.pair, 0.01), amplified(gaussian.twin.hockey_stick, 0.01)),
        Member("amplified laplace", Amplified(laplace.pair, 0.9), amplified(laplace.twin.hockey_stick, 0.9)),
        Member("amplified leaky", Amplified(leaky, 0.3), twin.amplified(0.3).hockey_stick),
        Member("amplified table", amplify(leaky, 1e-6), twin.amplified(1e-6).hockey_stick),
        Member("swapped", swap(Amplified(gaussian.pair, 0.01)), _insertion(0.01)),
        Member("wrapped", Swapped(leaky), twin.swapped().hockey_stick),
        Member("direct sum", DirectSum((0.2, 0.5, 0.3), parts), sums),
        Member("weighted sum", WeightedSum((0.3, 0.6), (0.7, 0.2), parts[::2], 0.1, 0.1), side_by_side),
        Member("amplified sum", Amplified(direct_sum((0.2, 0.5, 0.3), parts), 0.1), amplified(sums, 0.1)),
        Member(
            "spliced gaussian",
            splice(rounds.pair, swap(rounds.pair)),
            spliced(rounds.twin.hockey_stick, reversed_profile(rounds.twin.hockey_stick)),
        ),
        Member("spliced leaky", splice(leaky, swap(leaky)), spliced(twin.hockey_stick, twin.swapped().hockey_stick)),
        Member(
            "spliced sum",
            Spliced(DirectSum((0.2, 0.5, 0.3), parts), swap(DirectSum((0.2, 0.5, 0.3), parts))),
            spliced(sums, reversed_profile(sums)),
        ),
    ]


def _insertion(rate: float) -> Profile:
    return ShiftCase("gaussian", 1.0, 0, 1, rate).twin.hockey_stick


def bound_members() -> list[Member]:
    """Pairs of a stated profile, and of Theorem U for tables."""
    points = np.concatenate([[0.0], np.geomspace(1e-3, 9.0, 60)])
    deltas = ShiftCase("gaussian", 1.0, 1, 0, 1.0).pair.hockey_stick(points)
    laws = [
        (masses, masses[::-1])
        for masses in ([1 / (1 + math.exp(-0.5 * k)), 1 / (1 + math.exp(0.5 * k))] for k in range(4))
    ]
    p, q = binomial(3, 0.2), binomial(2, 0.2)
    twins = [TableTwin.of(*law) for law in laws]
    shared = shared_component_pair(p, q, tuple(Discrete.from_masses(*law) for law in laws))

    def bound(epsilon: Any) -> Any:
        return shared_component_bound(p, q, twins, epsilon)

    return [
        Member("from profile", pair_of_profile(points, deltas), chords(points, deltas)),
        Member("shared component", shared, bound),
    ]


def cast() -> list[Member]:
    return [*shift_members(), *table_members(), *derived_members(), *bound_members()]
