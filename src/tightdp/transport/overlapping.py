"""Amplification by overlapping mixtures (B18 section 3) for laws of any kind."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from tightdp.numerics.log_domain import amplify_loss
from tightdp.pairs.amplified import amplify
from tightdp.pairs.direct_sum import direct_sum
from tightdp.pairs.from_profile import pair_of_profile, profile_above, profile_grid, tied
from tightdp.pairs.pair import AbstractPair, Array
from tightdp.pairs.spliced import splice
from tightdp.pairs.swapped import swap
from tightdp.schemes.batch_laws import Floats
from tightdp.transport.couplings import (
    Coupling,
    Incompatible,
    Overlap,
    cheapest_coupling,
    compatible_coupling,
    maximal_coupling,
)
from tightdp.transport.events import Transport
from tightdp.transport.reach import AbstractReach, group_pair
from tightdp.transport.stars import same_levels

Masses = Mapping[float, float]
_SAME = 1e-11


@dataclass(frozen=True)
class Overlapping:
    """The sums of ``d'(log(1 + eta (e^eps - 1))) <= eta ((1 - b) sum_k r_k d_k(eps) + b sum_k s_k d_k(eps))``.

    Parameters
    ----------
    eta
        Total variation of the two batch laws.
    to_shared
        r: how far batches that x gives more often are from the shared ones, by probability.
    to_other
        s: how far they are from those that x' gives more often.
    incompatible
        What rules out distance-compatible couplings, where the cheapest ones at eps = 0 stand in for them.
    is_one_sided
        Whether x' gives only what is shared, so that the bound holds at every order.
    """

    eta: float
    to_shared: Masses
    to_other: Masses
    incompatible: tuple[Incompatible, ...]
    is_one_sided: bool = False

    @property
    def is_plain(self) -> bool:
        """Whether both sums are alike, so that b drops out (B18 Theorems 8 to 11)."""
        return same_levels(self.to_shared, self.to_other)

    def profile(self, reach: AbstractReach, epsilons: Array) -> Array:
        """The bound at ``log(1 + eta (e^eps - 1))`` for each eps >= 0, with ``b = e^(eps' - eps)``.

        Parameters
        ----------
        reach
            Worst cases of the mechanism.
        epsilons
            eps of the mechanism, ``(n,)``.
        """
        share = np.exp(amplify_loss(epsilons, self.eta) - epsilons)
        shared, other = (_sum(reach, levels, epsilons) for levels in (self.to_shared, self.to_other))
        return np.minimum(self.eta * ((1.0 - share) * shared + share * other), 1.0)

    def pair(self, reach: AbstractReach) -> AbstractPair:
        """The pair whose profile is the bound at eps >= 0, where both sums are alike.

        Parameters
        ----------
        reach
            Worst cases of the mechanism.
        """
        parts = sorted(self.to_shared.items())
        pairs = tuple(group_pair(reach, distance) for distance, _ in parts)
        return amplify(direct_sum(tuple(w for _, w in parts), pairs), self.eta)


def _sum(reach: AbstractReach, levels: Masses, epsilons: Array) -> Array:
    total = np.zeros(len(epsilons))
    for distance, weight in levels.items():
        total += weight * profile_above(group_pair(reach, distance), epsilons)
    return total


def overlapping(problem: Transport) -> Overlapping:
    """The maximal coupling's mixtures, coupled as closely as they can be (B18 Theorems 2 and 7).

    Parameters
    ----------
    problem
        The laws and distances.
    """
    mixture = maximal_coupling(problem.classes.p, problem.classes.q)
    broken: list[Incompatible] = []
    levels: list[Masses] = []
    for other in (mixture.shared, mixture.q_only):
        if mixture.eta == 0.0 or not bool(other.any()):
            levels.append({0.0: 1.0})
            continue
        levels.append(_levels(problem, mixture, other, broken))
    if mixture.eta == 1.0:  # nothing is shared, b = 1
        levels[0] = levels[1]
    alike = bool(np.all(np.abs(mixture.shared - mixture.q_only) <= _SAME * mixture.shared))
    return Overlapping(mixture.eta, levels[0], levels[1], tuple(broken), alike)


def _levels(problem: Transport, mixture: Overlap, other: Floats, broken: list[Incompatible]) -> Masses:
    coupled = compatible_coupling(mixture.p_only, other, problem.order)
    if not isinstance(coupled, Coupling):
        broken.append(coupled)
        coupled = cheapest_coupling(mixture.p_only, other, problem.costs())
    joint = coupled.joint
    masses = {float(d): float(joint[problem.distances == d].sum()) for d in np.unique(problem.distances[joint > 0.0])}
    total = sum(masses.values())
    return {d: w / total for d, w in masses.items()}


def overlapping_pair(problem: Transport, forward: Overlapping, backward: Overlapping) -> AbstractPair:
    """The bound for eps >= 0 in both directions as one pair (theory 3.4): it composes.

    Above loss 0 it is the pair of the direction from x to x', below 0 that of the other one. Where b does not drop
    out, the values on a grid are joined by chords.

    Parameters
    ----------
    problem
        The laws and distances.
    forward, backward
        The sums of both directions.
    """
    if forward.is_plain and backward.is_plain and same_levels(forward.to_other, backward.to_other):
        return splice(forward.pair(problem.reach), swap(backward.pair(problem.reach)))
    epsilons = profile_grid(1500, 300.0)
    values = [one.profile(problem.reach, epsilons) for one in (forward, backward)]
    return pair_of_profile(amplify_loss(epsilons, forward.eta), *tied(amplify_loss(epsilons, forward.eta), *values))
