"""Convolution on the integers modulo n, in exact fractions: the slow twin of a transform."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import numpy as np
from mpmath import binomial, ldexp, workdps
from numpy.typing import NDArray


def cyclic_product(left: Sequence[Fraction], right: Sequence[Fraction], size: int) -> list[Fraction]:
    total = [Fraction(0)] * size
    for i, a in enumerate(left):
        for j, b in enumerate(right):
            total[(i + j) % size] += a * b
    return total


def cyclic_power(masses: Sequence[float], first: int, size: int, count: int) -> list[Fraction]:
    """The law of the sum of ``count`` draws modulo ``size``; the first mass belongs to the integer ``first``."""
    step = [Fraction(0)] * size
    for i, mass in enumerate(masses):
        step[(first + i) % size] += Fraction(mass)
    total = [Fraction(1)] + [Fraction(0)] * (size - 1)
    for _ in range(count):
        total = cyclic_product(total, step, size)
    return total


def coin_flips(count: int, reach: int) -> NDArray[np.float64]:
    """``Pr[heads = count / 2 + k]`` for an even number of fair flips, k from -reach to reach, by ratios."""
    half = count // 2
    with workdps(40):
        ratio = [ldexp(binomial(count, half), -count)]
        for k in range(1, reach + 1):
            ratio.append(ratio[-1] * (half - k + 1) / (half + k))
    right = [float(x) for x in ratio]
    return np.array(right[:0:-1] + right)
