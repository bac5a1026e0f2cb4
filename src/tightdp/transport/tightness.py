"""How tight a bound on one step is: both ends, and a mechanism that attains the lower one."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import singledispatch
from typing import ClassVar

import numpy as np
from scipy.special import ndtri

from tightdp.errors import InvalidInput
from tightdp.mechanisms import (
    AbstractMechanism,
    DiscreteGaussian,
    DiscreteLaplace,
    Gaussian,
    Laplace,
    Profile,
    RandomizedResponse,
)
from tightdp.mechanisms.exact_release import is_released
from tightdp.numerics.checks import real
from tightdp.relations import Change
from tightdp.schemes import AbstractScheme, OwnScheme
from tightdp.schemes.batch_laws import AbstractBatchLaws, Floats
from tightdp.schemes.counted_types import counted_types
from tightdp.transport.events import Transport
from tightdp.transport.output_laws import output_law
from tightdp.transport.own_laws import dominate_laws, transport_problem
from tightdp.transport.reach import AbstractReach, AnswerReach, ShiftReach
from tightdp.transport.sharpest import sharpest
from tightdp.transport.witness import Witness
from tightdp.transport.worst_functions import worst_functions

_LARGEST = 30.0
_FAR = 40.0
_THRESHOLDS = 400


@dataclass(frozen=True, eq=False)
class Tightness:
    """One value of the privacy profile of one step, from above and from below.

    Parameters
    ----------
    epsilon
        eps.
    upper
        No mechanism that keeps to the guarantee has a larger delta.
    lower
        What the witness attains.
    pair
        delta of the dominating pair that composes, which is at least ``upper``.
    witness
        A mechanism that attains ``lower``; it can be run.
    """

    theorem: ClassVar[str] = "SHARP"
    epsilon: float
    upper: float
    lower: float
    pair: float
    witness: Witness

    @property
    def is_tight(self) -> bool:
        """Whether both ends agree to 1e-9."""
        return self.upper - self.lower <= 1e-9


def tightness(mechanism: AbstractMechanism, scheme: AbstractScheme, change: Change, epsilon: float) -> Tightness:
    """``sup H_(e^eps)`` of one step over all functions of the batch, bracketed, with a function that attains it.

    The upper end is the smaller one of the exact program (SHARP) and the dominating pair. The lower end is the best of
    the program's own function, S24's worst functions and B18's membership function, evaluated as what it is.

    Parameters
    ----------
    mechanism
        What is released about a batch.
    scheme
        How the batch is drawn; built-in schemes are taken by their numbers of changed records.
    change
        Which records differ.
    epsilon
        eps in nats, from -30 to 30.

    Raises
    ------
    InvalidInput
        If eps is outside that range.
    CannotAnswer
        If the scheme has no law for the change, or no worst case of the mechanism is known.

    Examples
    --------
    >>> from tightdp import Gaussian, WithReplacement
    >>> found = tightness(Gaussian(1.0, substitution_sensitivity=1.0), WithReplacement(3, 2), Change(removed=1), 0.5)
    >>> found.is_tight
    True
    """
    allowed = f"in [-{_LARGEST:g}, {_LARGEST:g}]"
    eps = real("epsilon", epsilon, allowed)
    if not abs(eps) <= _LARGEST:
        raise InvalidInput("epsilon", epsilon, allowed)
    laws = scheme.laws_of(change) if isinstance(scheme, OwnScheme) else counted_types(scheme.law(change))
    problem = transport_problem(mechanism, laws)
    exact = sharpest(problem, eps)
    pair = min(float(one.pair.hockey_stick(np.array([eps]))[0]) for one in dominate_laws(mechanism, laws, "tightest"))
    candidates = list(witnesses(mechanism, laws, problem, exact.tests))
    reached = [one.delta(eps) for one in candidates]
    best = int(np.argmax(reached))
    upper = max(min(exact.upper, pair), reached[best])
    return Tightness(eps, upper, reached[best], pair, candidates[best])


def witnesses(
    mechanism: AbstractMechanism, laws: AbstractBatchLaws, problem: Transport, tests: Floats
) -> Iterator[Witness]:
    """Mechanisms that keep to the guarantee, candidates for the worst one.

    Parameters
    ----------
    mechanism
        The mechanism.
    laws
        The laws of the batch.
    problem
        The laws and the distances the mechanism sees.
    tests
        Probabilities of one event for each class, as :func:`tightdp.transport.sharpest.sharpest` finds them, ``(k,)``.
    """
    if not isinstance(mechanism, Profile):  # a profile is known at some eps only, so the program's tests may exceed it
        yield Witness(mechanism, laws, function_of_tests(mechanism, tests, problem), "the exact program")
    if isinstance(problem.reach, ShiftReach):
        for one in worst_functions(problem):
            yield Witness(mechanism, laws, one.values, "distances to what the other data set gives")
        return
    p, q = problem.classes.p, problem.classes.q
    for high, low in _two_values(problem.reach):
        for asked, words in ((p > q, "x"), (q > p, "x'")):
            values = np.where(asked, high, low)
            yield Witness(mechanism, laws, values, f"membership in the batches that {words} gives more often")


def _two_values(reach: AbstractReach) -> list[tuple[float, float]]:
    """Two values that different batches may have: two answers, or the chances of losses above a threshold."""
    if isinstance(reach, AnswerReach):
        return [(0.0, 1.0)]
    one = reach.star({1.0: 1.0}, {0.0: 1.0}).witnesses[0]
    nodes = one.nodes()
    losses = np.unique(np.append(nodes[:: max(1, len(nodes) // _THRESHOLDS)], 0.0))
    ends = one.tails(losses)
    high, low = np.minimum(np.exp(ends.log_p_above), 1.0), np.minimum(np.exp(ends.log_q_above), 1.0)
    return list(zip(high.tolist(), low.tolist(), strict=True))


@singledispatch
def function_of_tests(mechanism: AbstractMechanism, tests: Floats, problem: Transport) -> Floats:
    """The function of the batch for which one event has the given probabilities; for a black box those themselves.

    Parameters
    ----------
    mechanism
        The mechanism.
    tests
        Probabilities of the event, ``(k,)``.
    problem
        The laws and distances.
    """
    del mechanism, problem
    return tests


@function_of_tests.register
def _(mechanism: RandomizedResponse, tests: Floats, problem: Transport) -> Floats:  # noqa: ARG001
    """One of two answers."""
    return np.where(tests > 0.5 * (float(tests.max()) + float(tests.min())), 0.0, 1.0)


@function_of_tests.register
def _(mechanism: Gaussian, tests: Floats, problem: Transport) -> Floats:
    """``sigma Phi^-1(h)``: the event is a half-line."""
    if is_released(mechanism.noise_multiplier):
        return _two_places(tests, problem.distances)
    return _lipschitz(mechanism.noise_multiplier * np.clip(ndtri(tests), -_FAR, _FAR), problem.distances)


@function_of_tests.register
def _(mechanism: Laplace, tests: Floats, problem: Transport) -> Floats:
    """``b log(2 h)`` below 1/2, ``-b log(2 (1 - h))`` above."""
    if is_released(mechanism.scale):
        return _two_places(tests, problem.distances)
    with np.errstate(divide="ignore"):
        quantiles = np.where(tests < 0.5, np.log(2.0 * tests), -np.log(2.0 * (1.0 - tests)))
    return _lipschitz(mechanism.scale * np.clip(quantiles, -700.0, 700.0), problem.distances)


@function_of_tests.register
def _(mechanism: DiscreteGaussian, tests: Floats, problem: Transport) -> Floats:
    """The integer whose half-line comes closest from below."""
    return _integers(mechanism, mechanism.noise_multiplier, tests, problem)


@function_of_tests.register
def _(mechanism: DiscreteLaplace, tests: Floats, problem: Transport) -> Floats:
    """The integer whose half-line comes closest from below."""
    return _integers(mechanism, mechanism.scale, tests, problem)


def _integers(mechanism: AbstractMechanism, scale: float, tests: Floats, problem: Transport) -> Floats:
    if is_released(scale):
        return _two_places(tests, problem.distances)
    z = np.arange(-math.ceil(_FAR * scale) - 1.0, math.ceil(_FAR * scale) + 2.0)
    masses = np.exp(output_law(mechanism).log_density(z, 0.0))
    survival = np.cumsum(masses[::-1])[::-1]  # of Z >= z, decreasing
    at = np.searchsorted(-survival, -tests - 1e-9, side="left")
    return _lipschitz(-z[np.minimum(at, len(z) - 1)], problem.distances)


def _two_places(tests: Floats, distances: Floats) -> Floats:
    """Without noise any difference is seen."""
    apart = distances[np.isfinite(distances) & (distances > 0.0)]
    return np.where(tests > 0.5, float(apart.min()) if len(apart) else 1.0, 0.0)


def _lipschitz(values: Floats, distances: Floats) -> Floats:
    """The largest function below ``values`` that grows no faster than the distances."""
    return (values[None, :] + distances).min(axis=1)
