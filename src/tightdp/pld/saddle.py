"""Where the weight of a query lies: the tilt, and an estimate of the answer."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from scipy.special import erfcx

from tightdp.pairs.pair import Array
from tightdp.pld.pilot import PilotProgram

_LEAST, _LARGEST = 1e-8, 1e7
# Tilts tried at once, and how often: the last interval is e^0.002 wide.
_AT_ONCE, _ROUNDS = 11, 4


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


def saddles_at(program: PilotProgram, tilts: Array) -> list[Saddle]:
    """The points of the profile whose saddle points are ``tilts``, by a Gaussian around the tilted mean.

    ``d ~ e^(K - lambda eps) (w(lambda s) - w((lambda + 1) s)) / 2`` with ``w(u) = erfcx(u / sqrt 2)``.
    """
    log_moment, mean, variance = program.moments(tilts)
    deviation = np.sqrt(np.maximum(variance, 1e-300))
    near, far = erfcx(tilts * deviation / math.sqrt(2.0)), erfcx((tilts + 1.0) * deviation / math.sqrt(2.0))
    log_delta = log_moment - tilts * mean + np.log(np.maximum(0.5 * (near - far), 1e-300))
    rows = zip(tilts.tolist(), mean.tolist(), log_delta.tolist(), deviation.tolist(), strict=True)
    return [Saddle(*row) for row in rows]


def saddle_at(program: PilotProgram, tilt: float) -> Saddle:
    """The point of the profile whose saddle point is ``tilt``."""
    return saddles_at(program, np.array([tilt]))[0]


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
    best = saddle_at(program, _LARGEST)
    for _ in range(_ROUNDS):
        found = saddles_at(program, np.exp(np.linspace(low, high, _AT_ONCE + 2)[1:-1]))
        at = next((i for i, saddle in enumerate(found) if not is_short(saddle)), len(found))
        best = found[at] if at < len(found) else best
        width = (high - low) / (_AT_ONCE + 1)
        low, high = low + at * width, low + (at + 1) * width
    return best
