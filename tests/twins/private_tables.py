"""Mechanisms with finitely many outcomes that satisfy a black box's guarantee, each law a row."""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


def chain(epsilon: float, delta: float, length: int) -> Floats:
    """Laws ``mu_0, ..., mu_length`` of which neighbours are (epsilon, delta)-close, and the ends as far as possible.

    ``mu_i([0, c]) = F(F(...F(c)))`` i times, with ``F(c) = min(1, delta + e^eps c, 1 - e^-eps (1 - delta - c))``,
    on the outcomes between the points where any of these bends, and the point 0. Exact fractions throughout.

    Parameters
    ----------
    epsilon, delta
        The guarantee.
    length
        Number of steps of the chain.
    """
    factor, lost = Fraction(math.exp(epsilon)), Fraction(delta)

    def forward(c: Fraction) -> Fraction:
        return min(Fraction(1), lost + factor * c, 1 - (1 - lost - c) / factor)

    def backward(v: Fraction) -> Fraction:
        return max((v - lost) / factor, 1 - lost - factor * (1 - v))

    points = {Fraction(0), Fraction(1)}
    for start in ((1 - lost) / (1 + factor), 1 - lost):
        at = start
        for _ in range(length):
            points.add(at)
            if at <= lost:
                break
            at = backward(at)
    rows = [sorted(points)]
    for _ in range(length):
        rows.append([forward(c) for c in rows[-1]])
    return np.array([[float(row[0])] + [float(b - a) for a, b in pairwise(row)] for row in rows])


def blended(rows: Floats, close: NDArray[np.bool_], epsilon: float, delta: float) -> Floats:
    """``t rows + (1 - t) mean`` for the largest t (by bisection) for which all close rows are (epsilon, delta)-close.

    Parameters
    ----------
    rows
        Laws, ``(n, outcomes)``.
    close
        Which ordered pairs of laws must satisfy the guarantee, ``(n, n)``.
    epsilon, delta
        The guarantee.
    """
    mean = rows.mean(axis=0, keepdims=True)
    left, right = np.nonzero(close & ~np.eye(len(rows), dtype=bool))

    def fits(share: float) -> bool:
        mixed = share * rows + (1.0 - share) * mean
        excess = np.maximum(mixed[left] - math.exp(epsilon) * mixed[right], 0.0).sum(axis=1)
        return bool(np.all(excess <= delta))

    low, high = (1.0, 1.0) if fits(1.0) else (0.0, 1.0)
    for _ in range(20):
        middle = 0.5 * (low + high)
        low, high = (middle, high) if fits(middle) else (low, middle)
    return low * rows + (1.0 - low) * mean


def random_laws(count: int, outcomes: int, rng: np.random.Generator) -> Floats:
    """``count`` laws with some outcomes rare, some close to certain, ``(count, outcomes)``."""
    rows = rng.exponential(size=(count, outcomes)) ** rng.choice([1.0, 4.0])
    return rows / rows.sum(axis=1, keepdims=True)
