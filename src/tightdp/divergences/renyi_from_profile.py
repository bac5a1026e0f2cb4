"""Rényi divergence from a privacy profile in both directions."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from tightdp.divergences.power_sums import WeightedPoints, excess_sums
from tightdp.divergences.renyi import RenyiCurve, checked_order, divergence_of_excess, renyi_of
from tightdp.pairs.from_profile import pair_of_profile
from tightdp.pairs.pair import Array

Curve = Callable[[Array], Array]
_LEAST = 1e-300
_SLOPES = 1e-8
_FAR = 40.0


def renyi_from_profile(
    forward: Curve,
    backward: Curve,
    orders: Array,
    epsilons: Array,
    *,
    largest_losses: tuple[float, float] | None = None,
) -> RenyiCurve:
    """``Psi_a = 1 + a (a-1) int_0^inf (e^((a-1) eps) d(eps) + e^(-a eps) d'(eps)) d eps`` (B18 Thm 6).

    The profiles d of (P, Q) and d' of (Q, P) are convex in ``e^eps``: chords between the given points lie above
    them, the chords of the neighbouring cells, extended, lie below. Both integrals are sums of atoms.

    Parameters
    ----------
    forward, backward
        The profiles d and d', vectorised over eps >= 0.
    orders
        Orders a >= 1/2, finite, ``(k,)``.
    epsilons
        Increasing eps that start at 0, ``(n,)``; beyond the last one d counts as constant for the upper end, so that
        it is infinite for a >= 1 unless d vanishes there, and as 0 for the lower end.
    largest_losses
        Suprema of the loss of (P, Q) and of (Q, P). Below its own a profile is never 0, so what reads 0 there is below
        all floats and counts as 1e-300. None takes each 0 at its word, which is wrong for unbounded losses.
    """
    wanted = np.array([checked_order(order) for order in orders])
    up, down = forward(epsilons), backward(epsilons)
    ends = (-np.inf, -np.inf) if largest_losses is None else largest_losses
    floors = [np.where(epsilons < end, _LEAST, 0.0) for end in ends]
    above = pair_of_profile(epsilons, np.maximum(up, floors[0]), np.maximum(down, floors[1]))
    upper = _with_rounding(wanted, renyi_of(above, wanted).upper)
    excess = np.zeros(len(wanted))
    for values, direction in ((up, 1.0), (down, -1.0)):
        for sign, losses, log_q in _tangent_atoms(epsilons, values):
            log_p = losses + log_q
            masses = (log_p, log_q) if direction > 0.0 else (log_q, log_p)
            part = excess_sums(WeightedPoints(direction * losses, *masses), wanted)
            excess += np.where(np.isfinite(part), sign * part, np.nan)
    excess = np.where(np.isfinite(excess), np.maximum(excess, 0.0), 0.0)
    lower = divergence_of_excess(excess * (1.0 - _SLOPES), wanted)
    return RenyiCurve(wanted, np.minimum(lower, upper), upper)


def _with_rounding(orders: Array, upper: Array) -> Array:
    """Upper ends whose D is larger by what slopes between close points lose to rounding.

    Below order 1 a moment ``1 - a (1 - a) D`` that is smaller than this loss may be 0: the end is then infinite.
    """
    h = orders - 1.0
    product = np.where(h == 0.0, 1.0, orders * h)
    with np.errstate(over="ignore", invalid="ignore"):
        excess = np.where(h == 0.0, upper, np.expm1(h * upper) / product)
        near = np.maximum(upper, divergence_of_excess(excess * (1.0 + _SLOPES), orders))
        return np.where(h * upper > _FAR, upper + _SLOPES / np.maximum(h, 1e-300), near)


def _tangent_atoms(epsilons: Array, values: Array) -> list[tuple[float, Array, Array]]:
    """Kinks (sign, losses, log of the slope's jump) of a function of ``alpha = e^eps`` that lies below the profile.

    In each cell it is the larger of the two neighbouring chords, extended; it lies below because the profile is
    convex. The last value is subtracted everywhere, so that the function vanishes at the end.
    """
    width = np.diff(epsilons)
    slopes = -np.diff(values) * np.exp(-epsilons[:-1]) / np.expm1(width)
    left, right = np.append(np.inf, slopes[:-1]), np.append(slopes[1:], 0.0)
    gap = np.minimum(left, 1e300) - right
    with np.errstate(divide="ignore", invalid="ignore"):
        # Where the chord from the left and the one from the right meet, as a share of the cell in alpha.
        share = np.where(gap > 0.0, np.clip((slopes - right) / gap, 0.0, 1.0), 0.0)
    meeting = epsilons[:-1] + np.log1p(share * np.expm1(width))
    falls = np.append(right[:-1] - np.minimum(left, 1e300)[1:], 0.0)
    kinks = [(1.0, meeting, np.where(np.isinf(left), 0.0, gap)), (-1.0, epsilons[1:], -falls)]
    out: list[tuple[float, Array, Array]] = []
    for sign, losses, jumps in kinks:
        kept = jumps > 0.0
        out.append((sign, losses[kept], np.log(jumps[kept])))
    return out
