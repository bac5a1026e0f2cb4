"""The canonical pair of a privacy profile, by chords (above it) on a table of points."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from tightdp.errors import InvalidInput
from tightdp.pairs.discrete import Discrete
from tightdp.pairs.pair import AbstractPair, Array

_LEAST = 1e-300


def profile_grid(points: int = 2000, largest: float = 700.0) -> Array:
    """eps = 0 and logarithmically spaced eps from 1e-6 to ``largest``, increasing, ``(points,)``."""
    return np.concatenate([[0.0], np.geomspace(1e-6, largest, points - 1)])


def pair_of_profile(epsilons: Array, deltas: Array, reverse_deltas: Array | None = None) -> Discrete:
    """The pair whose profile is the lower convex hull, in ``alpha = e^eps``, of the points given.

    A true profile is convex in alpha, so chords lie above it and the pair dominates whatever the points bound.
    For eps < 0 the swap identity ``d(-eps) = 1 - e^-eps + e^-eps d_swapped(eps)`` is used.

    Parameters
    ----------
    epsilons
        Increasing eps >= 0 that start at 0, ``(n,)``.
    deltas
        Values d(eps) of the direction (P, Q), ``(n,)``; beyond the last eps the last value is used.
    reverse_deltas
        Values of (Q, P), ``(n,)``; by default those of a symmetric relation, ``deltas``.

    Raises
    ------
    InvalidInput
        If a value is NaN or outside [0, 1].
    """
    if reverse_deltas is None:
        up = down = _half(epsilons, _tied_to_mirror(epsilons, _checked(deltas)))
    else:
        up, down = _half(epsilons, _checked(deltas)), _half(epsilons, _checked(reverse_deltas))
    above, p_infinite = up
    below, q_infinite = down
    with np.errstate(divide="ignore"):
        up_p, up_q = np.log(above[1]), np.log(above[1]) - above[0]
        down_q, down_p = np.log(below[1]), np.log(below[1]) - below[0]
    p_rest = 1.0 - float(np.exp(up_p).sum() + np.exp(down_p).sum()) - p_infinite
    q_rest = 1.0 - float(np.exp(up_q).sum() + np.exp(down_q).sum()) - q_infinite
    center = math.log(max(0.5 * (p_rest + q_rest), 1e-300))
    return Discrete.from_logs(
        np.concatenate([-below[0], [0.0], above[0]]),
        np.concatenate([down_p, [center], up_p]),
        np.concatenate([down_q, [center], up_q]),
        p_infinite=p_infinite,
        q_infinite=q_infinite,
    )


def pair_of_function(profile: Callable[[float], float], points: int = 2000) -> Discrete:
    """:func:`pair_of_profile` of a symmetric profile given as a function of eps >= 0.

    Parameters
    ----------
    profile
        ``d(eps)``, nonincreasing and convex in ``e^eps``, with values in [0, 1].
    points
        How many eps the function is asked for.
    """
    epsilons = profile_grid(points)
    return pair_of_profile(epsilons, np.array([profile(float(epsilon)) for epsilon in epsilons]))


def profile_above(pair: AbstractPair, epsilons: Array) -> Array:
    """The profile of a pair, 1e-300 where it is below all floats: below the largest loss it is never 0.

    A Rényi divergence sees what is that rare, since it weighs a loss by its exponential.

    Parameters
    ----------
    pair
        The pair.
    epsilons
        eps, ``(n,)``.
    """
    values = np.clip(pair.hockey_stick(epsilons), 0.0, 1.0)
    return np.where(epsilons < pair.support.highest, np.maximum(values, _LEAST), values)


def tied(epsilons: Array, deltas: Array, reverse_deltas: Array) -> tuple[Array, Array]:
    """Bounds of both directions with one value at eps = 0, below every chord across it.

    A profile is convex in alpha also across alpha = 1, where both directions have the same value.

    Parameters
    ----------
    epsilons
        Increasing eps >= 0 that start at 0, ``(n,)``.
    deltas, reverse_deltas
        Values of (P, Q) and of (Q, P), ``(n,)``.
    """
    at_zero = min(float(deltas[0]), float(reverse_deltas[0]))
    if len(epsilons) > 1:
        gaps = np.expm1(np.minimum(epsilons[1:], 700.0))
        left = -np.expm1(-epsilons[1:])  # the mirrored points, at alpha = e^-eps
        heights = left + np.exp(-epsilons[1:]) * reverse_deltas[1:]
        chords = (heights[:, None] * gaps[None, :] + deltas[None, 1:] * left[:, None]) / (gaps[None, :] + left[:, None])
        at_zero = min(at_zero, float(chords.min()))
    return np.append(at_zero, deltas[1:]), np.append(at_zero, reverse_deltas[1:])


def _checked(deltas: Array) -> Array:
    if not bool(np.all((deltas >= 0.0) & (deltas <= 1.0))):
        bad = float(deltas[~((deltas >= 0.0) & (deltas <= 1.0))][0])
        raise InvalidInput("profile", bad, "a function with values in [0, 1]")
    return np.minimum.accumulate(deltas)


def _tied_to_mirror(epsilons: Array, deltas: Array) -> Array:
    """The values with ``d(0) <= tanh(eps / 2) + 2 d(eps) / (1 + e^eps)``: the chord from eps to its mirror image.

    A symmetric profile is convex in alpha also across alpha = 1. Without this the masses may add up to more than 1.
    """
    with np.errstate(over="ignore"):
        chords = np.tanh(0.5 * epsilons) + 2.0 * deltas / (1.0 + np.exp(epsilons))
    return np.concatenate([[min(float(deltas[0]), float(chords[1:].min()))], deltas[1:]]) if len(deltas) > 1 else deltas


def _half(epsilons: Array, deltas: Array) -> tuple[tuple[Array, Array], float]:
    """Atoms (losses > 0, P-masses) of the hull and the P-mass at +inf."""
    kept = _hull(epsilons, deltas)
    eps, value = epsilons[kept], deltas[kept]
    if len(eps) == 1:
        return (np.empty(0), np.empty(0)), float(value[0])
    width = np.diff(eps)
    with np.errstate(over="ignore"):
        slope = -np.diff(value) / np.expm1(width)
    arriving = np.diff(value) / np.expm1(-width)
    leaving = np.append(slope[1:], 0.0)
    return (eps[1:], np.maximum(arriving - leaving, 0.0)), float(value[-1])


def _hull(epsilons: Array, deltas: Array) -> list[int]:
    """Indices of the lower convex hull in alpha = e^eps, by a scan that compares slopes scaled by alpha."""
    kept: list[int] = []
    for i in range(len(epsilons)):
        while len(kept) >= 2 and not _is_convex(epsilons, deltas, kept[-2], kept[-1], i):
            kept.pop()
        kept.append(i)
    return kept


def _is_convex(epsilons: Array, deltas: Array, a: int, b: int, c: int) -> bool:
    left = (deltas[a] - deltas[b]) / -math.expm1(float(epsilons[a] - epsilons[b]))
    right = (deltas[b] - deltas[c]) / math.expm1(min(float(epsilons[c] - epsilons[b]), 700.0))
    return bool(left >= right)
