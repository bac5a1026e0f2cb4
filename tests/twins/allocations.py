"""Random allocation by the sum over every set of updates and every outcome of a pass."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import combinations, pairwise, product

import numpy as np
from scipy.integrate import quad
from scipy.optimize import brentq
from scipy.special import ndtr

Masses = Sequence[float]


def allocated_masses(p: Masses, q: Masses, updates: int, participations: int) -> tuple[list[float], list[float]]:
    """P- and Q-mass of every outcome of a pass, from the masses of one update with and without the record."""
    chosen = list(combinations(range(updates), participations))
    with_record: list[float] = []
    without: list[float] = []
    for outcome in product(range(len(p)), repeat=updates):
        each = [math.prod((p if t in members else q)[o] for t, o in enumerate(outcome)) for members in chosen]
        with_record.append(math.fsum(each) / len(chosen))
        without.append(math.prod(q[o] for o in outcome))
    return with_record, without


def hockey_stick(p: Masses, q: Masses, epsilon: float) -> float:
    """``sum (p - e^eps q)_+``."""
    return math.fsum(max(a - math.exp(epsilon) * b, 0.0) for a, b in zip(p, q, strict=True))


def gaussian_in_one_of_two(sigma: float, epsilon: float) -> tuple[float, float]:
    """``d(eps)`` of removal and insertion for two updates, the second integrated by hand (a call and a put)."""
    deviation = 1.0 / sigma
    level = 2.0 * math.exp(epsilon)

    def call(strike: float) -> float:
        """``E (Y - strike)_+`` of a lognormal Y with mean 1."""
        if strike <= 0.0:
            return 1.0 - strike
        d = (-math.log(strike) + 0.5 * deviation**2) / deviation
        return float(ndtr(d) - strike * ndtr(d - deviation))

    def put(strike: float) -> float:
        """``E (strike - Y)_+``."""
        if strike <= 0.0:
            return 0.0
        d = (-math.log(strike) + 0.5 * deviation**2) / deviation
        return float(strike * ndtr(deviation - d) - ndtr(-d))

    def ratio(z: float) -> float:
        return math.exp(deviation * z - 0.5 * deviation**2)

    def mean(value: float, kind: int) -> float:
        if kind == 0:
            return 0.5 * call(level - value)
        return 0.5 * math.exp(epsilon) * put(2.0 * math.exp(-epsilon) - value)

    ends = np.linspace(-18.0, 18.0, 73)
    both: list[float] = []
    for kind in (0, 1):
        parts = [
            quad(lambda z: mean(ratio(z), kind) * math.exp(-0.5 * z * z), a, b, epsabs=1e-60, epsrel=1e-9)[0]  # noqa: B023
            for a, b in pairwise(ends.tolist())
        ]
        both.append(math.fsum(parts) / math.sqrt(2.0 * math.pi))
    return both[0], both[1]


def gaussian_in_one_of_many(sigma: float, updates: int, epsilons: Masses) -> list[tuple[float, float]]:
    """``d(eps)`` of removal and insertion, by the Fourier transform of the sum of ratios on an even grid.

    Good for mild noise (sigma >= 1) and deltas above 1e-9: ratios above the grid are left out, and a cell of width h
    moves the second moment by h^2 / 12 for each update.
    """
    ratios, total = _mean_ratio(sigma, updates)
    found: list[tuple[float, float]] = []
    for epsilon in epsilons:
        removed = float((total * np.maximum(ratios - math.exp(epsilon), 0.0)).sum())
        inserted = float((total * np.maximum(1.0 - math.exp(epsilon) * ratios, 0.0)).sum())
        found.append((removed, inserted))
    return found


def gaussian_passes(sigma: float, updates: int, passes: int, delta: float) -> tuple[float, float]:
    """The eps of removal and insertion after some passes: losses on an even grid, composed by the Fourier transform."""
    ratios, total = _mean_ratio(sigma, updates)
    kept = (ratios > 0.0) & (total > 1e-17)  # the rest is rounding of the transform
    losses, absent = np.log(ratios[kept]), total[kept]
    return (
        _epsilon_of_losses(losses, absent * ratios[kept], passes, delta),
        _epsilon_of_losses(-losses, absent, passes, delta),
    )


def _mean_ratio(sigma: float, updates: int) -> tuple[np.ndarray, np.ndarray]:
    """Values of the mean of the updates' ratios, and their Q-masses."""
    points, top = 1 << 22, 4000.0
    width = top / points
    deviation = 1.0 / sigma
    edges = np.maximum((np.arange(points + 1) - 0.5) * width, 1e-300)
    below = ndtr((np.log(edges) + 0.5 * deviation**2) / deviation)
    return np.arange(points) * width / updates, np.fft.irfft(np.fft.rfft(np.diff(below)) ** updates, points)


def _epsilon_of_losses(losses: np.ndarray, masses: np.ndarray, times: int, delta: float) -> float:
    lowest, width, points = -10.0, 1e-4, 1 << 22
    binned = np.bincount(np.rint((losses - lowest) / width).astype(np.int64), masses, points)
    total = np.fft.irfft(np.fft.rfft(binned) ** times, points)
    places = lowest * times + width * np.arange(points)

    def excess(epsilon: float) -> float:
        return float((total * -np.expm1(np.minimum(epsilon - places, 0.0))).sum()) - delta

    return float(brentq(excess, 1e-6, 30.0))
