"""The largest probability that a test can have on one batch, given its probability on another."""

from __future__ import annotations

import math
from functools import singledispatch

import numpy as np
from scipy.special import ndtr, ndtri

from tightdp.errors import CannotAnswer
from tightdp.pairs.discrete import Discrete
from tightdp.pairs.gaussian_noise import GaussianNoise
from tightdp.pairs.on_integers import OnIntegers
from tightdp.pairs.pair import AbstractPair, Array
from tightdp.pairs.shift_mixture import ShiftMixture

Power = tuple[Array, Array]


@singledispatch
def power_of_tests(pair: AbstractPair, chances: Array) -> Power:
    """``F(c) = 1 - T(Q, P)(c)``: the largest ``P(A)`` with ``Q(A) = c``, and the loss at its edge.

    F is concave with ``F(c) = min_t e^t c + d(t)`` over all real t, d the pair's profile; the t returned attains it.

    Parameters
    ----------
    pair
        The pair (P, Q).
    chances
        c in [0, 1], ``(n,)``.

    Raises
    ------
    CannotAnswer
        If the pair is neither a table nor one shift of a noise law.
    """
    raise CannotAnswer(
        f"the power of tests of {type(pair).__name__}",
        f"only tables and single shifts have it in closed form ({len(chances)} chances asked)",
        "the pair's profile",
    )


@power_of_tests.register
def _(pair: Discrete, chances: Array) -> Power:
    """A sum over the atoms of largest loss, and a share of the next one."""
    q, p = np.exp(pair.log_q[::-1]), np.exp(pair.log_p[::-1])
    used_q, used_p = np.cumsum(q), pair.p_infinite + np.cumsum(p)
    at = np.searchsorted(used_q, chances, side="left")
    beyond = at >= len(q)
    safe = np.minimum(at, max(len(q) - 1, 0))
    if len(q) == 0:
        return np.full(len(chances), pair.p_infinite), np.full(len(chances), -math.inf)
    losses = pair.losses[::-1][safe]
    before_q, before_p = used_q[safe] - q[safe], used_p[safe] - p[safe]
    share = np.divide(chances - before_q, q[safe], out=np.ones(len(chances)), where=q[safe] > 0.0)
    value = before_p + p[safe] * np.clip(share, 0.0, 1.0)
    return np.minimum(np.where(beyond, used_p[-1], value), 1.0), np.where(beyond, -math.inf, losses)


@power_of_tests.register
def _(pair: OnIntegers, chances: Array) -> Power:
    """Those of its table, which lie above."""
    return power_of_tests(pair.table, chances)


@power_of_tests.register
def _(pair: ShiftMixture, chances: Array) -> Power:
    """Half-lines: ``Phi(Phi^-1(c) + theta)``, and the three branches of Laplace noise."""
    shift = pair.single_shift
    if shift is None:
        raise CannotAnswer("the power of tests of a mixture", "it has no closed form here", "the pair's profile")
    theta = abs(shift) / pair.noise.spread
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        if isinstance(pair.noise, GaussianNoise):
            z = ndtri(chances)
            return ndtr(z + theta), -theta * (z + 0.5 * theta)
        low = 0.5 * math.exp(-theta)
        middle = 1.0 - math.exp(-theta) / (4.0 * np.maximum(chances, low))
        slopes = np.clip(-theta - 2.0 * np.log(2.0 * np.maximum(chances, 1e-300)), -theta, theta)
        high = 1.0 - math.exp(-theta) * (1.0 - chances)
        start = 0.5 * chances / low if low > 0.0 else np.where(chances > 0.0, 1.0, 0.0)
        value = np.where(chances <= low, start, np.where(chances >= 0.5, high, middle))
        return value, slopes
