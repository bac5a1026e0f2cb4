"""What a mechanism gives out for one value of a function of the batch."""

from __future__ import annotations

import abc
import math
from dataclasses import dataclass
from functools import cached_property, singledispatch

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
from tightdp.mechanisms.exact_release import is_released
from tightdp.mechanisms.integer_shifts import gaussian_law, laplace_law
from tightdp.pairs.gaussian_noise import GaussianNoise
from tightdp.pairs.laplace_noise import LaplaceNoise
from tightdp.pairs.noise import AbstractNoise, interval_masses
from tightdp.pairs.pair import Array

_POINTS = 4001
_HALVINGS = 60


class AbstractOutputLaw(abc.ABC):
    """The law of the output for each value."""

    @abc.abstractmethod
    def sample(self, values: Array, rng: np.random.Generator) -> Array:
        """One output for each value, ``(n,)``.

        Parameters
        ----------
        values
            Values of the function, ``(n,)``.
        rng
            Source of randomness.
        """

    @abc.abstractmethod
    def log_density(self, outputs: Array, value: float) -> Array:
        """Logarithm of the density or mass of outputs, ``(n,)``.

        Parameters
        ----------
        outputs
            Outputs.
        value
            The value of the function.
        """

    @abc.abstractmethod
    def positive_part(self, values: Array, weights: Array) -> float:
        """``integral of max(0, sum_i w_i f_i)`` for the output laws f_i of some values, from below.

        Parameters
        ----------
        values
            Different values, increasing, ``(m,)``.
        weights
            Weights of either sign, ``(m,)``.
        """


@dataclass(frozen=True)
class ExactOutput(AbstractOutputLaw):
    """The value itself: no noise."""

    def sample(self, values: Array, rng: np.random.Generator) -> Array:  # noqa: ARG002
        """The values."""
        return values.copy()

    def log_density(self, outputs: Array, value: float) -> Array:
        """0 at the value."""
        return np.where(outputs == value, 0.0, -np.inf)

    def positive_part(self, values: Array, weights: Array) -> float:  # noqa: ARG002
        """The positive weights."""
        return float(np.maximum(weights, 0.0).sum())


@dataclass(frozen=True)
class LineOutput(AbstractOutputLaw):
    """The value plus noise on the line.

    Parameters
    ----------
    noise
        The law of the noise.
    """

    noise: AbstractNoise

    def sample(self, values: Array, rng: np.random.Generator) -> Array:
        """Values with fresh noise."""
        draw = rng.standard_normal if isinstance(self.noise, GaussianNoise) else rng.laplace
        return values + self.noise.spread * draw(size=len(values))

    def log_density(self, outputs: Array, value: float) -> Array:
        """``log f(z - value)``."""
        return self.noise.log_density(outputs - value)

    def positive_part(self, values: Array, weights: Array) -> float:
        """The mass between the sign changes of the density; any set of intervals bounds the integral from below."""
        ends = self._sign_changes(values, weights)
        edges = np.concatenate([[-np.inf], ends, [np.inf]])
        total = np.zeros(len(edges) - 1)
        for value, weight in zip(values, weights, strict=True):
            total += weight * interval_masses(self.noise, edges - value)
        return float(np.maximum(total, 0.0).sum())

    def _sign_changes(self, values: Array, weights: Array) -> Array:
        reach = 40.0 * self.noise.spread

        def density(z: Array) -> Array:
            logs = self.noise.log_density(z[:, None] - values[None, :])
            return (np.exp(logs - logs.max(axis=1, keepdims=True)) * weights).sum(axis=1)

        z = np.linspace(float(values[0]) - reach, float(values[-1]) + reach, _POINTS)
        above = density(z) > 0.0
        at = np.flatnonzero(above[:-1] != above[1:])
        low, high, left = z[at], z[at + 1], above[at]
        for _ in range(_HALVINGS if len(at) else 0):
            middle = 0.5 * (low + high)
            same = (density(middle) > 0.0) == left
            low, high = np.where(same, middle, low), np.where(same, high, middle)
        return 0.5 * (low + high)


@dataclass(frozen=True)
class IntegerOutput(AbstractOutputLaw):
    """An integer value plus noise on the integers.

    Parameters
    ----------
    mechanism
        Discrete Gaussian or discrete Laplace.
    """

    mechanism: DiscreteGaussian | DiscreteLaplace

    @cached_property
    def _masses(self) -> tuple[Array, Array]:
        """Integers around 0 and their masses."""
        if isinstance(self.mechanism, DiscreteGaussian):
            law, reach = gaussian_law(self.mechanism.noise_multiplier), 39.0 * self.mechanism.noise_multiplier
        else:
            law, reach = laplace_law(self.mechanism.scale), 700.0 * self.mechanism.scale
        z = np.arange(-math.ceil(reach) - 1.0, math.ceil(reach) + 2.0)
        return z, np.exp(law.log_mass(z))

    def sample(self, values: Array, rng: np.random.Generator) -> Array:
        """Values with fresh noise."""
        z, masses = self._masses
        return values + rng.choice(z, size=len(values), p=masses / masses.sum())

    def log_density(self, outputs: Array, value: float) -> Array:
        """``log Pr[Z = z - value]``."""
        z, masses = self._masses
        with np.errstate(divide="ignore"):
            return np.interp(outputs - value, z, np.log(masses), left=-np.inf, right=-np.inf)

    def positive_part(self, values: Array, weights: Array) -> float:
        """A sum over the integers."""
        z, masses = self._masses
        first, last = int(z[0] + values[0]), int(z[-1] + values[-1])
        total = np.zeros(last - first + 1)
        for value, weight in zip(values, weights, strict=True):
            start = round(float(z[0] + value)) - first
            total[start : start + len(z)] += weight * masses
        return float(np.maximum(total, 0.0).sum())


@dataclass(frozen=True)
class AnswerOutput(AbstractOutputLaw):
    """Randomised response to the answers 0, 1, ..., k - 1.

    Parameters
    ----------
    truth
        Probability that the answer is told truly.
    categories
        Number k of answers.
    """

    truth: float
    categories: int

    @property
    def _lie(self) -> float:
        return (1.0 - self.truth) / (self.categories - 1)

    def sample(self, values: Array, rng: np.random.Generator) -> Array:
        """The answer, or one of the others."""
        other = (values + rng.integers(1, self.categories, size=len(values))) % self.categories
        return np.where(rng.random(len(values)) < self.truth, values, other).astype(np.float64)

    def log_density(self, outputs: Array, value: float) -> Array:
        """Logarithm of the probability of an answer."""
        with np.errstate(divide="ignore"):
            return np.log(np.where(outputs == value, self.truth, self._lie))

    def positive_part(self, values: Array, weights: Array) -> float:
        """A sum over the answers."""
        told = np.full(self.categories, self._lie * float(weights.sum()))
        told[values.astype(np.int64)] += (self.truth - self._lie) * weights
        return float(np.maximum(told, 0.0).sum())


@dataclass(frozen=True)
class BitOutput(AbstractOutputLaw):
    """1 with the value as its probability, else 0: what a black box may do."""

    def sample(self, values: Array, rng: np.random.Generator) -> Array:
        """Biased coins."""
        return (rng.random(len(values)) < values).astype(np.float64)

    def log_density(self, outputs: Array, value: float) -> Array:
        """Logarithm of the coin's probability."""
        with np.errstate(divide="ignore"):
            return np.log(np.where(outputs == 1.0, value, 1.0 - value))

    def positive_part(self, values: Array, weights: Array) -> float:
        """Both sides of the coin."""
        return max(float(weights @ values), 0.0) + max(float(weights @ (1.0 - values)), 0.0)


@singledispatch
def output_law(mechanism: AbstractMechanism) -> AbstractOutputLaw:
    """How a mechanism answers for a value of its function.

    Parameters
    ----------
    mechanism
        The mechanism.

    Raises
    ------
    CannotAnswer
        If it is none of those that can be run.
    """
    raise CannotAnswer(
        f"outputs of {type(mechanism).__name__}", "it has no function of the batch to run", "one of its releases"
    )


@output_law.register
def _(mechanism: Gaussian) -> AbstractOutputLaw:
    sigma = mechanism.noise_multiplier
    return ExactOutput() if is_released(sigma) else LineOutput(GaussianNoise(sigma))


@output_law.register
def _(mechanism: Laplace) -> AbstractOutputLaw:
    return ExactOutput() if is_released(mechanism.scale) else LineOutput(LaplaceNoise(mechanism.scale))


@output_law.register
def _(mechanism: DiscreteGaussian) -> AbstractOutputLaw:
    return ExactOutput() if is_released(mechanism.noise_multiplier) else IntegerOutput(mechanism)


@output_law.register
def _(mechanism: DiscreteLaplace) -> AbstractOutputLaw:
    return ExactOutput() if is_released(mechanism.scale) else IntegerOutput(mechanism)


@output_law.register
def _(mechanism: RandomizedResponse) -> AbstractOutputLaw:
    return AnswerOutput(mechanism.truth_probability, mechanism.categories)


@output_law.register
def _(mechanism: EpsilonDelta) -> AbstractOutputLaw:  # noqa: ARG001
    return BitOutput()


@output_law.register
def _(mechanism: Profile) -> AbstractOutputLaw:  # noqa: ARG001
    return BitOutput()
