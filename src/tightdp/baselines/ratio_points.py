"""Where the likelihood ratio of a pair is, and with what Q-mass: integrals of functions of the ratio."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import singledispatch
from itertools import pairwise

import numpy as np

from tightdp.errors import CannotAnswer
from tightdp.numerics.log_domain import log_sum
from tightdp.pairs.discrete import Discrete
from tightdp.pairs.gaussian_noise import GaussianNoise
from tightdp.pairs.laplace_noise import LaplaceNoise
from tightdp.pairs.noise import AbstractNoise
from tightdp.pairs.pair import AbstractPair, Array
from tightdp.pairs.shift_mixture import ShiftMixture

_NODES, _WEIGHTS = np.polynomial.legendre.leggauss(32)
_WIDTH = 0.25
_TAIL = 39.0  # standard deviations, beyond which a normal law has no mass in double precision
_REFUSAL = (
    "moments of the likelihood ratio of this mechanism",
    "they are known for Gaussian and Laplace noise and for finite tables only",
    "wang_rdp, which needs Rényi divergences only",
)
_LOG_SQRT_2PI = 0.5 * math.log(2.0 * math.pi)


@dataclass(frozen=True, eq=False)
class RatioPoints:
    """``E_Q[f(P/Q)]`` as ``sum_i e^(log_q_i) f(e^(l_i))``.

    Parameters
    ----------
    log_q
        Logarithms of Q-masses, or of quadrature weights, ``(n,)``.
    losses
        ``l = log P/Q`` there, ``(n,)``; ``-inf`` where P has no mass.
    """

    log_q: Array
    losses: Array

    @property
    def log_distance(self) -> Array:
        """``log |e^l - 1|``, ``(n,)``."""
        size = np.abs(self.losses)
        with np.errstate(divide="ignore"):
            return np.maximum(self.losses, 0.0) + np.log(-np.expm1(-size))

    def log_moment(self, power: float) -> float:
        """``log E_Q |P/Q - 1|^j``.

        Parameters
        ----------
        power
            j > 0.
        """
        return float(log_sum(self.log_q + power * self.log_distance))


@singledispatch
def ratio_points(pair: AbstractPair, power: float) -> RatioPoints:  # noqa: ARG001
    """Points for functions that grow no faster than ``(P/Q)^power``.

    Parameters
    ----------
    pair
        The pair (P, Q).
    power
        The largest power of the ratio, >= 1.

    Raises
    ------
    CannotAnswer
        If the pair is neither a table without revealed mass nor one shift of Gaussian or Laplace noise.
    """
    raise CannotAnswer(*_REFUSAL)


@ratio_points.register
def _(pair: Discrete, power: float) -> RatioPoints:  # noqa: ARG001
    if pair.p_infinite > 0.0:
        raise CannotAnswer(*_REFUSAL)
    if pair.q_infinite == 0.0:
        return RatioPoints(pair.log_q, pair.losses)
    return RatioPoints(np.append(pair.log_q, math.log(pair.q_infinite)), np.append(pair.losses, -np.inf))


@ratio_points.register
def _(pair: ShiftMixture, power: float) -> RatioPoints:
    shift = pair.single_shift
    if shift is None:
        raise CannotAnswer(*_REFUSAL)
    return _points_of_noise(pair.noise, shift, power)


@singledispatch
def _points_of_noise(noise: AbstractNoise, shift: float, power: float) -> RatioPoints:  # noqa: ARG001
    raise CannotAnswer(*_REFUSAL)


@_points_of_noise.register
def _(noise: GaussianNoise, shift: float, power: float) -> RatioPoints:
    """Loss ``theta x - theta^2 / 2`` at x standard deviations; panels meet where it is 0."""
    theta = shift / noise.scale
    bend = 0.5 * theta
    low, high = bend - _TAIL - math.sqrt(power), max(power * theta, bend) + _TAIL + math.sqrt(power)
    x, log_weights = _panels(np.array([low, bend, high]), _WIDTH)
    return RatioPoints(log_weights - 0.5 * x * x - _LOG_SQRT_2PI, theta * (x - bend))


@_points_of_noise.register
def _(noise: LaplaceNoise, shift: float, power: float) -> RatioPoints:
    """Loss ``2 u - theta`` at u scales between 0 and theta, and constant beyond, where half and half e^-theta lie."""
    theta = shift / noise.scale
    x, log_weights = _panels(np.array([0.0, 0.5 * theta, theta]), min(_WIDTH, 10.0 / power))
    log_q = np.concatenate([[math.log(0.5)], log_weights - x + math.log(0.5), [math.log(0.5) - theta]])
    return RatioPoints(log_q, np.concatenate([[-theta], 2.0 * x - theta, [theta]]))


def _panels(corners: Array, width: float) -> tuple[Array, Array]:
    """Gauss-Legendre nodes and logarithms of their weights on panels between corners."""
    counts = [max(1, math.ceil((b - a) / width)) for a, b in pairwise(corners.tolist())]
    edges: list[Array] = [
        np.linspace(a, b, count + 1) for (a, b), count in zip(pairwise(corners.tolist()), counts, strict=True)
    ]
    left, right = np.concatenate([e[:-1] for e in edges]), np.concatenate([e[1:] for e in edges])
    half = 0.5 * (right - left)
    x = (0.5 * (left + right))[:, None] + half[:, None] * _NODES
    return x.ravel(), (np.log(half)[:, None] + np.log(_WEIGHTS)).ravel()
