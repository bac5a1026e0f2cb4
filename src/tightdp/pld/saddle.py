"""Where the weight of a query lies: the tilt, and an estimate of the answer."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

from scipy.special import erfcx

from tightdp.pld.pilot import PilotProgram

_LEAST, _LARGEST = 1e-8, 1e7


@dataclass(frozen=True)
class Saddle:
    """A tilt and what goes with it.

    Parameters
    ----------
    tilt
        lambda >= 0; the tilted total loss has its mean at ``epsilon``.
    epsilon, log_delta
        Estimated point of the privacy profile there.
    deviation
        Standard deviation of the tilted total loss.
    """

    tilt: float
    epsilon: float
    log_delta: float
    deviation: float


def saddle_at(program: PilotProgram, tilt: float) -> Saddle:
    """The point of the profile whose saddle point is ``tilt``, by a Gaussian around the tilted mean.

    ``d ~ e^(K - lambda eps) (w(lambda s) - w((lambda + 1) s)) / 2`` with ``w(u) = erfcx(u / sqrt 2)``.
    """
    mean, variance = program.moments(tilt)
    deviation = math.sqrt(max(variance, 1e-300))
    near, far = erfcx(tilt * deviation / math.sqrt(2.0)), erfcx((tilt + 1.0) * deviation / math.sqrt(2.0))
    log_delta = program.log_moment(tilt) - tilt * mean + math.log(max(0.5 * float(near - far), 1e-300))
    return Saddle(tilt, mean, log_delta, deviation)


def saddle_for_delta(program: PilotProgram, log_delta: float) -> Saddle:
    """The saddle whose estimated delta is the one asked for; tilt 0 where that is below the mean loss."""
    plain = saddle_at(program, 0.0)
    if plain.log_delta <= log_delta:
        return plain
    return _search(program, lambda saddle: saddle.log_delta > log_delta)


def saddle_for_epsilon(program: PilotProgram, epsilon: float) -> Saddle:
    """The saddle whose tilted mean is eps; tilt 0 where eps is below the mean loss."""
    plain = saddle_at(program, 0.0)
    if plain.epsilon >= epsilon:
        return plain
    return _search(program, lambda saddle: saddle.epsilon < epsilon)


def _search(program: PilotProgram, is_short: Callable[[Saddle], bool]) -> Saddle:
    low, high = math.log(_LEAST), math.log(_LARGEST)
    middle = saddle_at(program, math.exp(high))
    for _ in range(50):
        at = 0.5 * (low + high)
        middle = saddle_at(program, math.exp(at))
        low, high = (at, high) if is_short(middle) else (low, at)
        if high - low < 1e-3:
            break
    return middle
