"""Hockey-stick divergence of two mixtures of shifts, from positive terms only."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from tightdp.pairs.noise import AbstractNoise, log_survival
from tightdp.pairs.pair import Array, Support, trivial_profile
from tightdp.pairs.shift_loss import Side

Term = Callable[[AbstractNoise, Array, float, Array | float], Array]

# Scales left of a shift at which its tail is 1 in double precision; the Gaussian Mills ratio overflows at -37.6.
_FAR = -37.0

# Scales between two shifts from which on the difference of their tails keeps its digits.
_APART = 30.0


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
    cancel exactly, and every term that is left is positive. They cancel only as far as the rounded z solves the
    equation: where the noise is small against the shifts, the tails are subtracted instead.
    """
    out = trivial_profile(epsilons)
    inner = (epsilons >= support.lowest) & (epsilons < support.highest)
    z = inverse(epsilons[inner])
    finite = np.isfinite(z)
    where = np.flatnonzero(inner)[finite]
    z, epsilon = z[finite], epsilons[where]
    if _least_gap(above, below) >= _APART * noise.spread:
        values = _apart(noise, above, below, z, epsilon)
    else:
        right = z >= _FAR * noise.spread
        values = np.empty(len(z))
        for term, part in ((_term, right), (_left_term, ~right)):
            values[part] = _total(noise, above, below, z[part], epsilon[part], term)
    out[where] = np.maximum(values, out[where])
    return np.minimum(out, 1.0)


def _least_gap(above: Side, below: Side) -> float:
    """The least distance between two different shifts, infinite where there is one only."""
    gaps = np.diff(np.unique(np.concatenate([above.shifts, below.shifts])))
    return float(gaps.min()) if len(gaps) else math.inf


def _apart(noise: AbstractNoise, above: Side, below: Side, z: Array, epsilon: Array) -> Array:
    """``P[Z > z] - e^eps Q[Z > z]``, which is largest at z, so that the rounding of z costs only to second order.

    Each component is left or right of z, but for a rest. Where most of Q is right of z, the left parts are
    subtracted from ``1 - e^eps``.
    """
    p_left, p_right, p_rest = _parts(noise, above, z, np.zeros(len(z)))
    q_left, q_right, q_rest = _parts(noise, below, z, epsilon)
    finite = np.minimum(epsilon, 709.0)
    factor = np.exp(finite)
    whole = np.where(q_right > 0.5, factor * q_left - np.expm1(finite) - p_left, p_right - factor * q_right)
    return whole + (p_rest - q_rest)


def _parts(noise: AbstractNoise, side: Side, z: Array, log_factor: Array) -> tuple[Array, Array, Array]:
    """Weight left of z and right of z, and ``e^log_factor`` times what lies on the other side of z than its shift."""
    distance = z[None, :] - side.shifts[:, None]
    is_left = distance >= 0.0
    weights = side.weights[:, None]
    rest = np.exp(side.log_weights[:, None] + noise.log_tail(np.abs(distance)) + log_factor[None, :])
    left, right = (np.where(chosen, weights, 0.0).sum(axis=0) for chosen in (is_left, ~is_left))
    return left, right, np.where(is_left, rest, -rest).sum(axis=0)


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
