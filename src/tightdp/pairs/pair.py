"""The contract of a dominating pair: everything downstream reads only this."""

from __future__ import annotations

import abc
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Cells:
    """Masses of the loss L in the cells ``(-inf, e_0], (e_0, e_1], ..., (e_n, inf)``, finite losses only.

    Parameters
    ----------
    log_p, log_q
        Natural logarithms of the masses under P and Q, ``(n + 2,)`` for n + 1 edges. A loss that equals an
        edge may be counted on either side of it, but on the same side under P and Q.
    """

    log_p: Array
    log_q: Array

    def reversed_swapped(self) -> Cells:
        """The cells of the loss of (Q, P) at the negated edges."""
        return Cells(self.log_q[::-1], self.log_p[::-1])


@dataclass(frozen=True, slots=True)
class Tails:
    """Logarithms of ``P[L > l], Q[L > l], P[L <= l], Q[L <= l]``, each computed as itself, ``(n,)``."""

    log_p_above: Array
    log_q_above: Array
    log_p_below: Array
    log_q_below: Array


@dataclass(frozen=True, slots=True)
class Support:
    """Where the loss lives.

    Parameters
    ----------
    lowest, highest
        Infimum and supremum of the finite losses; ``-inf`` or ``inf`` where unbounded.
    p_infinite
        P-mass at loss +inf (where Q has none).
    q_infinite
        Q-mass at loss -inf (where P has none).
    """

    lowest: float
    highest: float
    p_infinite: float = 0.0
    q_infinite: float = 0.0


@dataclass(frozen=True, slots=True)
class Lattice:
    """Losses ``offset + k spacing`` that carry atoms; a grid that contains them rounds them without error.

    Parameters
    ----------
    offset
        The loss of one heavy atom.
    spacing
        Distance of the others, or None where only ``offset`` matters.
    """

    offset: float
    spacing: float | None = None


class AbstractPair(abc.ABC):
    """Two distributions P and Q, known by the law of L = log dP/dQ under each of them."""

    @property
    @abc.abstractmethod
    def support(self) -> Support:
        """Range of the finite losses and the masses at plus and minus infinity."""

    @abc.abstractmethod
    def tails(self, losses: Array) -> Tails:
        """Both tails under both laws at each loss, ``(n,)``."""

    @abc.abstractmethod
    def cells(self, edges: Array) -> Cells:
        """Masses of the cells between increasing ``edges``, ``(n,)``."""

    @abc.abstractmethod
    def hockey_stick(self, epsilons: Array) -> Array:
        """``d(eps) = P[L > eps] - e^eps Q[L > eps]`` for eps of either sign (B18 Thm 5), ``(n,)``."""

    @abc.abstractmethod
    def nodes(self) -> Array:
        """Increasing finite losses, some hundreds to thousands, close enough to resolve the law."""

    @property
    @abc.abstractmethod
    def lattice(self) -> Lattice | None:
        """Where the heaviest atoms sit, or None for a law without atoms that matter."""

    @property
    def is_trivial(self) -> bool:
        """Whether P = Q, so that the step reveals nothing."""
        support = self.support
        return support.lowest == 0.0 == support.highest and support.p_infinite == 0.0 == support.q_infinite


def trivial_profile(epsilons: Array) -> Array:
    """``max(0, 1 - e^eps)``: the profile of two equal distributions, the floor of every profile."""
    return 0.0 - np.expm1(np.minimum(epsilons, 0.0))
