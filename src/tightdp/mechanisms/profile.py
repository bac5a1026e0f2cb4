"""A black box with a privacy profile."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from tightdp.errors import InvalidInput
from tightdp.mechanisms.abstract_mechanism import AbstractMechanism, Weights
from tightdp.mechanisms.black_box import black_box_extremal, checked_unit
from tightdp.mechanisms.unit import KnownUnit, Unit
from tightdp.pairs.dominating import Dominating
from tightdp.pairs.from_profile import pair_of_profile, profile_grid
from tightdp.pairs.pair import AbstractPair, Array


@dataclass(frozen=True)
class Profile(AbstractMechanism):
    """Any mechanism on a batch with ``H_(e^eps) <= d(eps)`` for every eps >= 0 and one changed record.

    Parameters
    ----------
    function
        d: eps -> delta for eps >= 0 in nats, nonincreasing, with values in [0, 1]; it must hold in both directions.
    unit
        For which change of the batch it holds: ``"add-remove"``, ``"substitute"`` or ``"either"``.
    group_profiles
        ``(k, eps) -> delta`` for k changed records. By default ``d_k(eps) <= d(eps / k) (e^eps - 1) / (e^(eps/k) - 1)``
        (theory 1.7; B18 section 3).

    Raises
    ------
    InvalidInput
        If the function is not callable, or a value that it returns is outside [0, 1].

    Notes
    -----
    The functions are read on a grid of 2000 eps and joined by chords in e^eps, which lie above any profile.
    """

    function: Callable[[float], float]
    unit: KnownUnit = "either"
    group_profiles: Callable[[int, float], float] | None = None

    def __post_init__(self) -> None:
        if not callable(self.function):
            raise InvalidInput("function", self.function, "a function from epsilon to delta")
        if self.unit not in ("either", "add-remove", "substitute"):
            raise InvalidInput("unit", self.unit, "'either', 'add-remove' or 'substitute'")

    def group_pair(self, distance: int, unit: Unit) -> AbstractPair:
        """The canonical pair of the group profile."""
        checked_unit(self.unit, unit, "Profile")
        twice = 2 if unit == "substitute" and self.unit == "add-remove" else 1
        return _group_pair(self, twice * distance)

    def extremal(self, p: Weights, q: Weights, unit: Unit) -> tuple[Dominating, ...]:
        """Theorem U over the trade-offs of the group profiles.

        The function is known at grid points only, so the witness takes ``d(eps_(i + 1))`` at ``eps_i``: between
        two points d, which does not increase, is at least its value at the upper one.
        """
        checked_unit(self.unit, unit, "Profile")
        return black_box_extremal(self, p, q, unit, _attained_pair(self))

    def group_profile(self, size: int, epsilon: float) -> float:
        """``d_k(eps)`` for k = ``size`` changed records: the user's, or the black-box bound.

        Parameters
        ----------
        size
            Number k >= 1 of changed records.
        epsilon
            eps >= 0 in nats.
        """
        if self.group_profiles is not None:
            return float(self.group_profiles(size, epsilon))
        one = float(self.function(epsilon / size))
        if size == 1 or one == 0.0:
            return one
        if epsilon == 0.0:
            return min(1.0, size * one)
        factor = math.expm1(min(epsilon, 700.0)) / math.expm1(min(epsilon, 700.0) / size)
        return min(1.0, one * factor)


def _values(mechanism: Profile, size: int) -> tuple[Array, Array]:
    epsilons = profile_grid()
    return epsilons, np.array([mechanism.group_profile(size, float(epsilon)) for epsilon in epsilons])


@lru_cache(maxsize=256)
def _group_pair(mechanism: Profile, size: int) -> AbstractPair:
    return pair_of_profile(*_values(mechanism, size))


@lru_cache(maxsize=256)
def _attained_pair(mechanism: Profile) -> AbstractPair:
    epsilons, deltas = _values(mechanism, 1)
    return pair_of_profile(epsilons, np.append(deltas[1:], deltas[-1]))
