"""Several releases about one batch, from their definition: plain integrals in two dimensions, and all functions."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import brentq
from scipy.special import ndtr

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class GaussianAndLaplace:
    """``sum_i p_i N(i, s^2) x Lap(i, b)`` against ``sum_j q_j N(-j, s^2) x Lap(-j, b)``."""

    sigma: float
    scale: float
    p: tuple[float, ...]
    q: tuple[float, ...]

    def delta(self, epsilon: float) -> float:
        """``H_(e^eps)``: for each Laplace output the best half-line of Gaussian outputs, integrated by Gauss' rule."""
        points, weights = np.polynomial.legendre.leggauss(24)
        kinks = np.arange(-(len(self.q) - 1.0), len(self.p))
        total = 0.0
        for left, right in itertools.pairwise(kinks.tolist()):
            pieces = np.linspace(left, right, 13)
            for a, b in itertools.pairwise(pieces.tolist()):
                ys = 0.5 * (a + b) + 0.5 * (b - a) * points
                total += 0.5 * (b - a) * sum(w * self._given(y, epsilon) for y, w in zip(ys, weights, strict=True))
        # Beyond the outermost kinks everything falls by the same factor.
        ends = (float(kinks[0]), float(kinks[-1]))
        return total + self.scale * sum(self._given(y, epsilon) for y in ends)

    def _given(self, y: float, epsilon: float) -> float:
        above = [w * math.exp(-abs(y - i) / self.scale) / (2 * self.scale) for i, w in enumerate(self.p)]
        below = [w * math.exp(-abs(y + j) / self.scale) / (2 * self.scale) for j, w in enumerate(self.q)]

        def gain(z: float) -> float:
            top = sum(w * math.exp((2 * i * z - i * i) / (2 * self.sigma**2)) for i, w in enumerate(above))
            bottom = sum(w * math.exp((-2 * j * z - j * j) / (2 * self.sigma**2)) for j, w in enumerate(below))
            return math.log(top) - math.log(bottom) - epsilon

        far = 30.0 * self.sigma
        start = (
            -math.inf if gain(-far) > 0 else math.inf if gain(far) < 0 else float(brentq(gain, -far, far, xtol=1e-14))
        )
        top = sum(w * float(ndtr((i - start) / self.sigma)) for i, w in enumerate(above))
        bottom = sum(w * float(ndtr((-j - start) / self.sigma)) for j, w in enumerate(below))
        return top - math.exp(epsilon) * bottom


def batches_of(records: Sequence[str], rate: float) -> dict[frozenset[str], float]:
    """Every Poisson batch of a few records, with its probability."""
    found: dict[frozenset[str], float] = {}
    for drawn in itertools.product((False, True), repeat=len(records)):
        batch = frozenset(r for r, is_in in zip(records, drawn, strict=True) if is_in)
        found[batch] = math.prod(rate if is_in else 1.0 - rate for is_in in drawn)
    return found


def worst_of_two_answers(
    truths: tuple[float, float], rate: float, x: Sequence[str], other: Sequence[str], epsilons: Floats
) -> Floats:
    """The largest ``H_(e^eps)`` of two randomised answers about one Poisson batch, over all pairs of functions."""
    left, right = batches_of(x, rate), batches_of(other, rate)
    batches = sorted(set(left) | set(right), key=sorted)
    best = np.zeros(len(epsilons))
    for law_p, law_q in _output_laws(truths, [left.get(b, 0.0) for b in batches], [right.get(b, 0.0) for b in batches]):
        gains = np.maximum(law_p[None, :] - np.exp(epsilons)[:, None] * law_q[None, :], 0.0).sum(axis=1)
        best = np.maximum(best, gains)
    return best


def _output_laws(truths: tuple[float, float], p: list[float], q: list[float]) -> Iterator[tuple[Floats, Floats]]:
    functions = list(itertools.product((0, 1), repeat=len(p)))
    told = [np.array([[t, 1.0 - t], [1.0 - t, t]]) for t in truths]
    for one, two in itertools.product(functions, functions):
        rows = np.array([np.outer(told[0][a], told[1][b]).ravel() for a, b in zip(one, two, strict=True)])
        yield np.array(p) @ rows, np.array(q) @ rows
