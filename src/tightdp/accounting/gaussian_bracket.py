"""Gaussian differential privacy: the two Gaussian curves between which a trade-off curve lies."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np
from scipy.special import log_ndtr, ndtri

from tightdp.accounting.answer import Answer
from tightdp.errors import CannotAnswer
from tightdp.numerics.bound import Bound
from tightdp.numerics.checks import below_one

_LINES, _LOOSE_LINES = 33, 17
_SMALLEST = 1e-5  # the ends of error rates near 1 are some 1e-7 apart
_SLACK = 1e-9  # relative, far above the error of the special functions


@dataclass(frozen=True, slots=True)
class GaussianBracket:
    """``G_mu(a) = Phi(Phi^-1(1 - a) - mu)`` lies above the curve at the lower end of mu, below it at the upper end.

    Parameters
    ----------
    mu
        The largest mu that the run is known to leak as much as, and the smallest that covers it; tests between two
        unit normals mu apart.
    smallest_rate
        The false positive rate down to which (and the false negative rate down to which) the two curves were compared.
    """

    mu: Bound
    smallest_rate: float


class _Line(NamedTuple):
    """``y = 1 - delta - e^epsilon a``, below the trade-off curve everywhere."""

    slope: float
    delta: float

    def gain(self, rate: float) -> float:
        """``1 - y``, without cancellation: the largest true positive rate that the line allows."""
        return self.delta + self.slope * rate


def gaussian_bracket(answer: Answer, delta: float) -> GaussianBracket:
    """The range of mu for ``eps`` from 0 to the epsilon at a delta.

    The upper end: each certified ``d(eps)`` is a line below the trade-off curve; where ``G_mu``, which is convex, is
    below the corners of these lines it is below the lines, hence below the curve. The lower end: chords between
    certified upper ends are above the (convex) curve; ``G_mu`` is above a chord of slope ``-e^eps`` if its own
    ``d(eps)`` is at most ``1 - y - e^eps a`` for the chord's ends. Both halves of the curve are alike, since the
    relation is symmetric.

    Parameters
    ----------
    answer
        Certified privacy of a run.
    delta
        In [0, 1): where to stop; 1e-5 if it is smaller. No Gaussian curve is compared with farther tails.

    Raises
    ------
    CannotAnswer
        If the relation is one-sided, so that the curve has two different halves.
    """
    share = max(below_one("delta", delta), _SMALLEST)
    if answer.relation.name not in {"add-remove", "substitute"}:
        raise CannotAnswer(
            f"a Gaussian curve around a run under {answer.relation.name}",
            "the two halves of its trade-off curve differ",
            "ask under add-remove",
        )
    if not answer.tight:  # the ends are apart anyway, and each number takes its time
        answer = replace(answer, rtol=max(answer.rtol, 1e-2))
    top = answer.epsilon(share).upper
    lines = _LINES if answer.tight else _LOOSE_LINES
    epsilons = np.linspace(0.0, top, lines).tolist() if 0.0 < top < 600.0 else [0.0]
    corners = _corners([_Line(math.exp(epsilon), answer.delta(epsilon).upper) for epsilon in epsilons])
    rates = [rate for rate, _ in corners]
    upper = max(_apart(rate, gain) for rate, gain in corners) if top < 600.0 else math.inf
    ends = answer.trade_off(rates)
    lower = min(_below(rates, [bound.upper for bound in ends]), upper)
    return GaussianBracket(Bound(lower * (1.0 - _SLACK), upper * (1.0 + _SLACK)), min(rates))


def _corners(lines: list[_Line]) -> list[tuple[float, float]]:
    """Corners of the largest of the lines, from the diagonal down to small rates."""
    middle = max((1.0 - line.delta) / (1.0 + line.slope) for line in lines)
    current = min(lines, key=lambda line: line.gain(middle))
    corners = [(middle, current.gain(middle))]
    while steeper := [line for line in lines if line.slope > current.slope and line.delta < current.delta]:
        crossings = [((current.delta - line.delta) / (line.slope - current.slope), line) for line in steeper]
        rate, following = max(crossings, key=lambda crossing: crossing[0])
        corners.append((rate, current.gain(rate)))
        current = following
    return corners


def _apart(rate: float, gain: float) -> float:
    """The mu whose curve goes through a point."""
    return max(0.0, float(ndtri(min(gain, 1.0)) - ndtri(rate)))


def _below(rates: list[float], heights: list[float]) -> float:
    """The largest mu whose curve is above all chords between points, the first of which is on the diagonal."""
    found = [_mu_of(0.0, 1.0 - heights[0] - rates[0])]
    for index in range(1, len(rates)):
        run = rates[index - 1] - rates[index]
        slope = max(1.0, (heights[index] - heights[index - 1]) / run) if run > 0.0 else 1.0
        above = max(heights[place] + slope * rates[place] for place in (index - 1, index))
        found.append(_mu_of(math.log(slope), 1.0 - above))
    return min(found)


def _mu_of(epsilon: float, delta: float) -> float:
    """The mu with ``Phi(mu/2 - eps/mu) - e^eps Phi(-mu/2 - eps/mu) = delta``, rounded down."""
    low, high = 0.0, 1e3
    delta -= 1e-15  # what the difference of two numbers near 1 may be off
    for _ in range(80):
        mu = 0.5 * (low + high)
        far = epsilon / mu
        leaked = math.exp(log_ndtr(0.5 * mu - far)) - math.exp(epsilon + log_ndtr(-0.5 * mu - far))
        low, high = (mu, high) if leaked <= delta else (low, mu)
    return low
