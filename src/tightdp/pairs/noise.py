"""The contract of a symmetric log-concave noise law on the line, and its cell masses."""

from __future__ import annotations

import abc

import numpy as np

from tightdp.numerics.log_domain import log_difference
from tightdp.pairs.pair import Array


class AbstractNoise(abc.ABC):
    """A symmetric density f with log-concave shape; shifts of it have a monotone likelihood ratio."""

    @abc.abstractmethod
    def log_ratio(self, z: Array, shift: Array) -> Array:
        """``log f(z - shift) - log f(z)``, nondecreasing in z for shift > 0."""

    @abc.abstractmethod
    def invert_log_ratio(self, ratio: Array, shift: float) -> Array:
        """The largest z with ``log_ratio(z, shift) <= ratio`` for shift > 0; ``-inf`` or ``inf`` outside the range."""

    @abc.abstractmethod
    def score(self, z: Array) -> Array:
        """``-d/dz log f(z)``."""

    @abc.abstractmethod
    def log_tail(self, x: Array) -> Array:
        """``log P[Z > x]`` for x >= 0."""

    @abc.abstractmethod
    def tail(self, x: Array) -> Array:
        """``P[Z > x]`` for x >= 0."""

    @abc.abstractmethod
    def log_density(self, z: Array) -> Array:
        """``log f(z)``."""

    @abc.abstractmethod
    def mills(self, z: Array) -> Array:
        """``P[Z > z] / f(z)``."""

    @abc.abstractmethod
    def mills_gain(self, z: Array, shift: float) -> Array:
        """``mills(z - shift) - mills(z)``, without cancellation for shifts that are small against the noise."""

    @property
    @abc.abstractmethod
    def reach(self) -> float:
        """A distance beyond which the tail is below 1e-320."""

    @property
    @abc.abstractmethod
    def is_smooth(self) -> bool:
        """Whether the likelihood ratio of two shifts has no plateau, so that the loss has no atom."""

    @property
    @abc.abstractmethod
    def spread(self) -> float:
        """A length that a grid in z must resolve: the scale of the law."""


def interval_masses(noise: AbstractNoise, edges: Array) -> Array:
    """``P[e_i < Z <= e_(i+1)]`` for increasing edges, each from the smaller tail, ``(n - 1,)``."""
    small = noise.tail(np.abs(edges))
    left, right = small[:-1], small[1:]
    positive = edges[:-1] > 0.0
    negative = edges[1:] <= 0.0
    across = 1.0 - left - right
    return np.maximum(np.where(positive, left - right, np.where(negative, right - left, across)), 0.0)


def log_interval_masses(noise: AbstractNoise, edges: Array) -> Array:
    """The logarithm of :func:`interval_masses`, for masses far below the smallest float."""
    small = noise.log_tail(np.abs(edges))
    left, right = small[:-1], small[1:]
    positive = edges[:-1] > 0.0
    negative = edges[1:] <= 0.0
    larger = np.where(positive, left, right)
    smaller = np.where(positive, right, left)
    one_sided = log_difference(larger, smaller)
    with np.errstate(divide="ignore"):
        across = np.log1p(-np.minimum(np.exp(left) + np.exp(right), 1.0))
    return np.where(positive | negative, one_sided, across)


def log_survival(noise: AbstractNoise, z: Array) -> Array:
    """``log P[Z > z]`` for z of either sign."""
    small = noise.log_tail(np.abs(z))
    return np.where(z >= 0.0, small, np.log1p(-np.exp(np.minimum(small, 0.0))))
