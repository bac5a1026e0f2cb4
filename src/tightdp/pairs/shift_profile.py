"""Hockey-stick divergence of two mixtures of shifts, from positive terms only."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from tightdp.pairs.noise import AbstractNoise
from tightdp.pairs.pair import Array, Support, trivial_profile
from tightdp.pairs.shift_loss import Side

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
    cancel exactly, and every term that is left is positive. Left of all components the complement is used:
    ``d(eps) = 1 - e^eps + e^eps d_swapped(-eps)``.
    """
    out = trivial_profile(epsilons)
    inner = (epsilons >= support.lowest) & (epsilons < support.highest)
    z = inverse(epsilons[inner])
    finite = np.isfinite(z)
    where = np.flatnonzero(inner)[finite]
    z, epsilon = z[finite], epsilons[where]
    right = z >= -5.0 * noise.spread
    values = np.empty(len(z))
    values[right] = _right_of(noise, above, below, z[right], epsilon[right])
    left = ~right
    mirrored = _right_of(noise, _mirror(below), _mirror(above), -z[left], -epsilon[left])
    values[left] = -np.expm1(epsilon[left]) + np.exp(epsilon[left]) * mirrored
    out[where] = np.maximum(values, out[where])
    return np.minimum(out, 1.0)


def _mirror(side: Side) -> Side:
    return Side(-side.shifts, side.weights)


def _right_of(noise: AbstractNoise, above: Side, below: Side, z: Array, epsilon: Array) -> Array:
    reference = noise.mills(z)
    total = np.zeros(len(z))
    for shift, log_weight in zip(above.shifts, above.log_weights, strict=True):
        if shift != 0.0:
            total += _term(noise, z, shift, reference, log_weight)
    for shift, log_weight in zip(below.shifts, below.log_weights, strict=True):
        if shift != 0.0:
            total -= _term(noise, z, shift, reference, log_weight + epsilon)
    return total


def _term(noise: AbstractNoise, z: Array, shift: float, reference: Array, log_weight: Array | float) -> Array:
    """``w f(z - s) (m(z - s) - m(z))``; far left of the shift the tail is 1 and is used as such."""
    moved = z - shift
    near = moved > _FAR * noise.spread
    safe = np.where(near, moved, 0.0)
    density = np.exp(log_weight + noise.log_density(moved))
    close = density * (noise.mills(safe) - reference)
    far = np.exp(np.minimum(log_weight, 0.0)) - density * reference
    return np.where(near, close, far)
