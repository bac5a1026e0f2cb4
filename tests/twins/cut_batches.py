"""Every batch of a tiny data set under Poisson sampling that is cut, and what sums over them give away."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from itertools import combinations
from math import comb, exp

import numpy as np

from twins.all_batches import Batches, poisson_batches


def cut_batches(size: int, rate: float, most: int) -> Batches:
    """Each Poisson batch, and each of its subsets of ``most`` records where it has more."""
    law: defaultdict[tuple[int, ...], Fraction] = defaultdict(Fraction)
    for batch, chance in poisson_batches(size, rate).items():
        kept = list(combinations(batch, most)) if len(batch) > most else [batch]
        for part in kept:
            law[part] += chance / len(kept)
    return law


def probability_of_more(size: int, rate: float, most: int) -> float:
    """``Pr[Bin(n, r) > B]``."""
    r = Fraction(rate)
    return float(sum(comb(size, k) * r**k * (1 - r) ** (size - k) for k in range(most + 1, size + 1)))


def sums_of(batches: Batches, contributions: Sequence[float]) -> Mapping[float, float]:
    """The law of a batch's sum; the data set may be smaller than the list of contributions."""
    law: defaultdict[float, float] = defaultdict(float)
    for batch, chance in batches.items():
        law[sum(contributions[i] for i in batch)] += float(chance)
    return law


def noisy_hockey_stick(p: Mapping[float, float], q: Mapping[float, float], sigma: float, epsilon: float) -> float:
    """``integral of max(0, p - e^eps q)`` of two sums with Gaussian noise, by the midpoint rule."""
    at = np.linspace(-12.0 * sigma - 8.0, 12.0 * sigma + 8.0, 40_001)
    gap = _density(p, sigma, at) - exp(epsilon) * _density(q, sigma, at)
    return float(np.sum(np.maximum(gap, 0.0)) * (at[1] - at[0]))


def answered_hockey_stick(
    p: Batches, q: Batches, answer: Callable[[tuple[int, ...]], int], truth: float, epsilon: float
) -> float:
    """The same for a yes or no about the batch, told truly with probability ``truth``."""
    yes = [float(sum(chance for batch, chance in law.items() if answer(batch))) for law in (p, q)]
    told = [truth * share + (1.0 - truth) * (1.0 - share) for share in yes]
    return sum(max(0.0, a - exp(epsilon) * b) for a, b in (told, [1.0 - share for share in told]))


def _density(law: Mapping[float, float], sigma: float, at: np.ndarray) -> np.ndarray:
    total = np.zeros_like(at)
    for where, chance in law.items():
        total += chance * np.exp(-0.5 * ((at - where) / sigma) ** 2)
    return total / (sigma * np.sqrt(2.0 * np.pi))
