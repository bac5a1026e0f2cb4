"""Hockey-stick divergence of two mixtures of shifts, from positive terms only."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from tightdp.pairs.noise import AbstractNoise, log_survival
from tightdp.pairs.pair import Array, Support, trivial_profile
from tightdp.pairs.shift_loss import Side

Term = Callable[[AbstractNoise, Array, float, Array | float], Array]

# Scales left of a shift at which its tail is 1 in double precision; the Gaussian Mills ratio overflows at -37.6.
_FAR = -37.0


def shift_hockey_stick(
    noise: AbstractNoise,
    above: Side,
    below: Side,
    support: Support,
    inverse: Callable[[Array], Array],
    epsilons: Array,
) -> Array:
    """``sum_i p_i f(z - a_i) (m(z - a_i) - m(z)) + e^eps sum_j q_j f(z + b_j) (m(z) - m(z + b_j))``.

    Here z solves ``P(z) = e^eps Q(z)``, f is the noise density and m its Mills ratio; the terms with ``m(z)``
    cancel exactly, and every term that is left is positive.
    """
    out = trivial_profile(epsilons)
    inner = (epsilons >= support.lowest) & (epsilons < support.highest)
    z = inverse(epsilons[inner])
    finite = np.isfinite(z)
    where = np.flatnonzero(inner)[finite]
    z, epsilon = z[finite], epsilons[where]
    right = z >= _FAR * noise.spread
    values = np.empty(len(z))
    for term, part in ((_term, right), (_left_term, ~right)):
        values[part] = _total(noise, above, below, z[part], epsilon[part], term)
    out[where] = np.maximum(values, out[where])
    return np.minimum(out, 1.0)


def _total(noise: AbstractNoise, above: Side, below: Side, z: Array, epsilon: Array, term: Term) -> Array:
    total = np.zeros(len(z))
    for shift, log_weight in zip(above.shifts.tolist(), above.log_weights.tolist(), strict=True):
        if shift != 0.0:
            total += term(noise, z, shift, log_weight)
    for shift, log_weight in zip(below.shifts.tolist(), below.log_weights.tolist(), strict=True):
        if shift != 0.0:
            total -= term(noise, z, shift, log_weight + epsilon)
    return total


def _left_term(noise: AbstractNoise, z: Array, shift: float, log_weight: Array | float) -> Array:
    """The same far left of 0, where ``f(z) m(z) = 1``: ``w (P[Z > z - s] - f(z - s) / f(z))``."""
    log_ratio = np.minimum(noise.log_ratio(z, np.array(shift)), 709.0)
    below = np.exp(log_survival(noise, shift - z))
    return -np.exp(log_weight) * (below + np.expm1(log_ratio))


def _term(noise: AbstractNoise, z: Array, shift: float, log_weight: Array | float) -> Array:
    """``w f(z - s) (m(z - s) - m(z))``; far left of the shift the tail is 1 and is used as such."""
    moved = z - shift
    near = moved > _FAR * noise.spread
    safe = np.where(near, z, shift)
    log_density = log_weight + noise.log_density(moved)
    gain = noise.mills_gain(safe, shift)
    with np.errstate(divide="ignore"):
        close = np.sign(gain) * np.exp(log_density + np.log(np.abs(gain)))
    far = np.exp(np.minimum(log_weight, 0.0)) - np.exp(log_density) * noise.mills(z)
    return np.where(near, close, far)
