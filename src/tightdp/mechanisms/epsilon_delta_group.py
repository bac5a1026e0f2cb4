"""Canonical pairs of (epsilon, delta) guarantees, for one record and for groups."""

from __future__ import annotations

import math

import numpy as np

from tightdp.pairs.discrete import Discrete
from tightdp.pairs.pair import Array

_LARGEST_EXPONENT = 600.0


def canonical_pair(epsilon: float, delta: float) -> Discrete:
    """The worst (epsilon, delta) pair: atoms at +-epsilon and mass delta at +-inf.

    Parameters
    ----------
    epsilon
        eps >= 0 in nats, finite.
    delta
        Mass in [0, 1].
    """
    if delta >= 1.0:
        return Discrete(np.empty(0), np.empty(0), np.empty(0), 1.0, 1.0)
    rest = math.log1p(-delta)
    if epsilon == 0.0:
        return Discrete(np.zeros(1), np.array([rest]), np.array([rest]), delta, delta)
    high = rest - math.log1p(math.exp(-epsilon))
    losses = np.array([-epsilon, epsilon])
    return Discrete(losses, np.array([high - epsilon, high]), np.array([high, high - epsilon]), delta, delta)


def group_canonical_pair(epsilon: float, delta: float, size: int) -> Discrete:
    """The trade-off ``1 - (1 - f)^(o k)`` of k changed records, f that of (epsilon, delta) (theory 1.7).

    Parameters
    ----------
    epsilon, delta
        The guarantee for one record.
    size
        Number k >= 1 of changed records.
    """
    if size == 1:
        return canonical_pair(epsilon, delta)
    if epsilon == 0.0:
        return canonical_pair(0.0, min(1.0, size * delta))
    if size * epsilon > _LARGEST_EXPONENT:
        return canonical_pair(size * epsilon, 0.0 if delta == 0.0 else 1.0)
    sizes, powers = _iterate(epsilon, delta, size)
    return _mirrored(epsilon, sizes, powers)


def _iterate(epsilon: float, delta: float, size: int) -> tuple[Array, Array]:
    """Vertices (c, F(c)) of the k-th iterate of ``F(c) = min(1, delta + e^eps c, 1 - e^-eps (1 - delta - c))``."""
    kink = (1.0 - delta) / (1.0 + math.exp(epsilon))
    inner = np.array([0.0, kink, 1.0 - delta, 1.0])
    outer = np.array([delta, 1.0 - kink, 1.0, 1.0])
    sizes, powers = inner, outer
    for _ in range(size - 1):
        rising = np.flatnonzero(np.concatenate([[True], np.diff(powers) > 0.0]))
        targets = np.array([t for t in (kink, 1.0 - delta) if powers[0] < t])
        extra = np.interp(targets, powers[rising], sizes[rising])
        points = np.unique(np.concatenate([sizes, extra]))
        values = np.interp(points, sizes, powers)
        low = delta + math.exp(epsilon) * values
        high = 1.0 - math.exp(-epsilon) * (1.0 - delta - values)
        sizes, powers = points, np.minimum(1.0, np.where(values <= kink, low, np.minimum(low, high)))
    return sizes, powers


def _mirrored(epsilon: float, sizes: Array, powers: Array) -> Discrete:
    """The symmetric pair of a trade-off, from its pieces of slope above 1; what is left is an atom at 0."""
    width, rise = np.diff(sizes), np.diff(powers)
    steep = (width > 1e-15) & (rise > width * (1.0 + 1e-9))
    losses = epsilon * np.rint(np.log(rise[steep] / width[steep]) / epsilon)
    p = rise[steep]
    infinite = float(powers[0])
    rest = 1.0 - infinite - float(p.sum() + (p * np.exp(-losses)).sum())
    center = math.log(rest) if rest > 1e-14 else -math.inf
    log_p = np.log(p)
    return Discrete.from_logs(
        np.concatenate([-losses, [0.0], losses]),
        np.concatenate([log_p - losses, [center], log_p]),
        np.concatenate([log_p, [center], log_p - losses]),
        p_infinite=infinite,
        q_infinite=infinite,
    )
