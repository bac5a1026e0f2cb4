"""Likelihood ratios of large mixtures at many points, in bounded memory."""

from __future__ import annotations

import numpy as np

from tightdp.pairs.noise import AbstractNoise
from tightdp.pairs.pair import Array
from tightdp.pairs.shift_loss import Side

_CHUNK = 1 << 20


def log_ratios(noise: AbstractNoise, side: Side, z: Array) -> Array:
    """``log sum_i w_i f(z - s_i) / f(z)`` at each z, ``(n,)``.

    Parameters
    ----------
    noise
        The law with density f.
    side
        Shifts s and weights w.
    z
        Points of the line.
    """
    parts = [side.log_ratio(noise, part) for part in _chunks(side, z)]
    return parts[0] if len(parts) == 1 else np.concatenate(parts)


def log_ratio_slopes(noise: AbstractNoise, side: Side, z: Array) -> tuple[Array, Array]:
    """:func:`log_ratios` and their derivatives in z.

    Parameters
    ----------
    noise
        The law with density f.
    side
        Shifts s and weights w.
    z
        Points of the line.
    """
    parts = [side.log_ratio_and_slope(noise, part) for part in _chunks(side, z)]
    return np.concatenate([value for value, _ in parts]), np.concatenate([slope for _, slope in parts])


def _chunks(side: Side, z: Array) -> list[Array]:
    size = max(1, _CHUNK // len(side.shifts))
    return [z[i : i + size] for i in range(0, max(len(z), 1), size)]
