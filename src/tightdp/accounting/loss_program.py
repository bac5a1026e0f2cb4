"""The total loss of a list of pairs, by the route that fits: nothing, one pair exactly, or a composition."""

from __future__ import annotations

import abc
import math
from dataclasses import dataclass

from tightdp.divergences import delta_of, epsilon_of, false_negative_rate_of
from tightdp.numerics.bound import Bound
from tightdp.pairs.gaussian_noise import GaussianNoise
from tightdp.pairs.pair import AbstractPair
from tightdp.pairs.shift_mixture import ShiftMixture
from tightdp.pld.bracketed import Bracketed
from tightdp.pld.composed import MOST_POINTS, Composed

# Relative tolerance of an answer that need not be close.
_QUICK = 0.01

Parts = tuple[tuple[AbstractPair, int], ...]


class AbstractLossProgram(abc.ABC):
    """Certified brackets for one list of pairs; they speak of the pairs, not of a mechanism."""

    @abc.abstractmethod
    def epsilon(self, delta: float, rtol: float) -> Bracketed:
        """The smallest eps >= 0 with ``d(eps) <= delta``."""

    @abc.abstractmethod
    def delta(self, epsilon: float, rtol: float) -> Bracketed:
        """``d(eps)``."""

    def is_at_most(self, epsilon: float, delta: float, others: tuple[AbstractLossProgram, ...] = ()) -> bool:  # noqa: ARG002
        """Whether ``d(eps) <= delta`` is quickly proven; ``others`` were just asked and may know something of use."""
        return self.delta(epsilon, _QUICK).bound.upper <= delta

    def glance(self, epsilon: float, rtol: float) -> Bracketed:
        """``d(eps)`` no closer than a curve shows: its ends are off by no more than ``rtol`` of eps, sideways."""
        return self.delta(epsilon, rtol)

    @abc.abstractmethod
    def false_negative_rate(self, false_positive_rate: float, rtol: float) -> Bound:
        """The trade-off curve at one point."""

    @property
    @abc.abstractmethod
    def infinite(self) -> float:
        """P-mass at infinite loss."""


@dataclass(frozen=True)
class NoLoss(AbstractLossProgram):
    """No step reveals anything."""

    def epsilon(self, delta: float, rtol: float) -> Bracketed:  # noqa: ARG002
        """0."""
        return Bracketed(Bound(0.0, 0.0))

    def delta(self, epsilon: float, rtol: float) -> Bracketed:  # noqa: ARG002
        """``max(0, 1 - e^eps)``."""
        value = max(0.0, -math.expm1(min(epsilon, 0.0)))
        return Bracketed(Bound(value, value))

    def false_negative_rate(self, false_positive_rate: float, rtol: float) -> Bound:  # noqa: ARG002
        """``1 - a``."""
        return Bound(1.0 - false_positive_rate, 1.0 - false_positive_rate)

    @property
    def infinite(self) -> float:
        """0."""
        return 0.0


@dataclass(frozen=True)
class OnePair(AbstractLossProgram):
    """One pair, taken once, without discretisation.

    Parameters
    ----------
    pair
        The pair.
    """

    pair: AbstractPair

    def epsilon(self, delta: float, rtol: float) -> Bracketed:  # noqa: ARG002
        """By inverting the exact profile."""
        return Bracketed(epsilon_of(self.pair, delta))

    def delta(self, epsilon: float, rtol: float) -> Bracketed:  # noqa: ARG002
        """The exact profile."""
        return Bracketed(delta_of(self.pair, epsilon))

    def false_negative_rate(self, false_positive_rate: float, rtol: float) -> Bound:  # noqa: ARG002
        """The exact trade-off curve."""
        return false_negative_rate_of(self.pair, false_positive_rate)

    @property
    def infinite(self) -> float:
        """P-mass at infinite loss."""
        return self.pair.support.p_infinite


@dataclass(frozen=True)
class ManyPairs(AbstractLossProgram):
    """Several pairs or several times one.

    Parameters
    ----------
    composed
        Their composition.
    """

    composed: Composed

    def epsilon(self, delta: float, rtol: float) -> Bracketed:
        """From the composition."""
        return self.composed.epsilon(delta, rtol)

    def delta(self, epsilon: float, rtol: float) -> Bracketed:
        """From the composition."""
        return self.composed.delta(epsilon, rtol)

    def glance(self, epsilon: float, rtol: float) -> Bracketed:
        """From what the composition knows for deltas nearby."""
        return self.composed.glance(epsilon, rtol)

    def is_at_most(self, epsilon: float, delta: float, others: tuple[AbstractLossProgram, ...] = ()) -> bool:
        """From a quick upper end of the composition."""
        other = next((one.composed for one in others if isinstance(one, ManyPairs)), None)
        return self.composed.is_at_most(epsilon, delta, other)

    def false_negative_rate(self, false_positive_rate: float, rtol: float) -> Bound:
        """From the composition."""
        return self.composed.false_negative_rate(false_positive_rate, rtol)

    @property
    def infinite(self) -> float:
        """P-mass at infinite loss of the whole run."""
        return self.composed.infinite


def loss_program(parts: Parts, most_points: int = MOST_POINTS) -> AbstractLossProgram:
    """Drop pairs that reveal nothing, merge Gaussian shifts into one (``mu^2`` adds up), and choose the route.

    Parameters
    ----------
    parts
        Pairs and how often each is taken.
    most_points
        Largest number of grid points of a composition.
    """
    kept = [(pair, count) for pair, count in parts if count > 0 and not pair.is_trivial]
    squares, others = 0.0, [(pair, count) for pair, count in kept if _gaussian_shift(pair) is None]
    for pair, count in kept:
        squares += count * (_gaussian_shift(pair) or 0.0) ** 2
    if squares > 0.0:
        others.append((ShiftMixture(GaussianNoise(1.0), (0.0, 1.0), (1.0,), math.sqrt(squares)), 1))
    if not others:
        return NoLoss()
    if len(others) == 1 and others[0][1] == 1:
        return OnePair(others[0][0])
    return ManyPairs(Composed(tuple(others), most_points))


def _gaussian_shift(pair: AbstractPair) -> float | None:
    """The distance in standard deviations of two Gaussians, None for any other pair."""
    if not isinstance(pair, ShiftMixture) or not isinstance(pair.noise, GaussianNoise):
        return None
    shift = pair.single_shift
    return None if shift is None else shift / pair.noise.scale
