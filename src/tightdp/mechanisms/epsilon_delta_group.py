"""Canonical pairs of (epsilon, delta) guarantees, for one record and for groups."""

from __future__ import annotations

import math
from decimal import Decimal, localcontext
from functools import lru_cache
from itertools import pairwise

import numpy as np

from tightdp.pairs.discrete import Discrete

_LARGEST_EXPONENT = 600.0
_NO_MASS = Decimal("1e-30")


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


@lru_cache(maxsize=1024)
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
    with localcontext() as context:
        context.prec = 40 + math.ceil(2.0 * size * epsilon / math.log(10.0))
        return _mirrored(epsilon, *_iterate(Decimal(epsilon), Decimal(delta), size))


def _iterate(epsilon: Decimal, delta: Decimal, size: int) -> tuple[list[Decimal], list[Decimal]]:
    """Vertices (c, F^k(c)) where ``F(c) = min(1, delta + e^eps c, 1 - e^-eps (1 - delta - c))`` is applied k times.

    F bends at ``(1 - delta) / (1 + e^eps)`` and reaches 1 at ``1 - delta``, so F^k bends at the j-th preimages of
    the one, with value F^(k-j) of it, and reaches 1 at the last preimage of the other.
    """
    factor, one = epsilon.exp(), Decimal(1)

    def forward(c: Decimal) -> Decimal:
        return min(one, delta + factor * c, one - (one - delta - c) / factor)

    def preimages(start: Decimal) -> list[Decimal]:
        found = [start]
        while len(found) < size and found[-1] > delta:
            found.append(max((found[-1] - delta) / factor, one - delta - factor * (one - found[-1])))
        return found

    def images(start: Decimal) -> list[Decimal]:
        found = [start]
        for _ in range(size):
            found.append(forward(found[-1]))
        return found

    bends = preimages((one - delta) / (one + factor))
    heights = images(bends[0])
    vertices = {c: heights[size - j] for j, c in enumerate(bends)}
    vertices |= {Decimal(0): images(Decimal(0))[-1], preimages(one - delta)[-1]: one, one: one}
    sizes = sorted(vertices)
    return sizes, [vertices[c] for c in sizes]


def _mirrored(epsilon: float, sizes: list[Decimal], powers: list[Decimal]) -> Discrete:
    """The symmetric pair of a trade-off, from its pieces of slope ``e^(m eps) > 1``; what is left is an atom at 0."""
    pieces = [(f - e, b - a) for (a, b), (e, f) in zip(pairwise(sizes), pairwise(powers), strict=True)]
    steep = [(rise, width) for rise, width in pieces if rise > width and float(rise) > 0.0]
    multiples = [round(math.log1p(float(rise / width - 1)) / epsilon) for rise, width in steep]
    kept = [(rise, width, m) for (rise, width), m in zip(steep, multiples, strict=True) if m > 0]
    rest = 1 - powers[0] - sum(rise + width for rise, width, _ in kept)
    losses = np.array([m * epsilon for _, _, m in kept])
    log_p = np.log(np.array([float(rise) for rise, _, _ in kept]))
    center = math.log(rest) if rest > _NO_MASS else -math.inf
    infinite = float(powers[0])
    return Discrete.from_logs(
        np.concatenate([-losses, [0.0], losses]),
        np.concatenate([log_p - losses, [center], log_p]),
        np.concatenate([log_p, [center], log_p - losses]),
        p_infinite=infinite,
        q_infinite=infinite,
    )
