"""Privacy profiles that black boxes are given, each with a mechanism behind it that attains them."""

from __future__ import annotations

import math
from dataclasses import dataclass

from scipy.special import erfcx, ndtr


@dataclass(frozen=True)
class GaussianProfile:
    """``d(eps) = Phi(t/2 - eps/t) - e^eps Phi(-t/2 - eps/t)`` for one record, ``t = k / sigma`` for k (B18 Theorem 4).

    Parameters
    ----------
    sigma
        Noise over the distance of one record, > 0.
    """

    sigma: float

    def __call__(self, epsilon: float) -> float:
        return self.of_group(1, epsilon)

    def of_group(self, size: int, epsilon: float) -> float:
        """The profile of ``size`` records."""
        theta = size / self.sigma
        u, v = epsilon / theta - 0.5 * theta, epsilon / theta + 0.5 * theta
        if u < 1.0:
            return float(ndtr(-u) - math.exp(epsilon) * ndtr(-v))
        near, far = erfcx(u / math.sqrt(2.0)), erfcx(v / math.sqrt(2.0))
        return float(0.5 * math.exp(-0.5 * u * u) * (near - far))


@dataclass(frozen=True)
class LeakyProfile:
    """``d(eps) = delta + (1 - delta) [e^e0 - e^eps]_+ / (1 + e^e0)``: the profile of the canonical (e0, delta) pair.

    Parameters
    ----------
    epsilon, delta
        The guarantee (e0, delta).
    """

    epsilon: float
    delta: float

    def __call__(self, epsilon: float) -> float:
        rest = -math.expm1(min(epsilon - self.epsilon, 0.0)) / (1.0 + math.exp(-self.epsilon))
        return self.delta + (1.0 - self.delta) * rest
