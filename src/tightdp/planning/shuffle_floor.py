"""What a shuffled, cut data set leaks at least."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from scipy.special import betainc, log_ndtr

from tightdp.pairs.pair import Array

_THRESHOLDS = 600
_COUNTS = 200
_SLACK = 1e-10  # relative, far above the error of the special functions


@dataclass(frozen=True, slots=True)
class ShuffleFloor:
    """``d(eps) >= sup_c P[max_t z_t >= c] - e^eps Q[max_t z_t >= c]`` for one pass over shuffled, cut data.

    Every other record contributes -C. The record in question contributes +C, so its batch stands 2 above the others in
    units of C; in the other data set it contributes nothing (stands 1 above), or -C (substitution, stands 0 above).
    Over several passes the number of passes whose largest batch exceeds c is binomial in both worlds. An event of one
    concrete pair of data sets bounds the divergence from below, so no theorem about shuffling is needed. Under
    add/remove a missing record moves the gap to another batch, which the largest batch does not see.

    Parameters
    ----------
    noise_multiplier
        sigma, the noise on a batch's sum over C.
    batches
        T >= 1, batches in a pass.
    passes
        E >= 1, passes over the data, each shuffled afresh.
    coverage
        Probability in (0, 1] that a record is in one of the batches of a pass; below 1 when the rest is dropped.
    substituted
        Whether neighbours substitute a record.
    """

    noise_multiplier: float
    batches: int
    passes: int = 1
    coverage: float = 1.0
    substituted: bool = False

    def delta(self, epsilon: float) -> float:
        """A lower bound on delta at an epsilon >= 0.

        Parameters
        ----------
        epsilon
            eps in nats.
        """
        if self.noise_multiplier == 0.0:
            return -math.expm1(self.passes * math.log1p(-self.coverage)) if self.coverage < 1.0 else 1.0
        p, q = self._events()
        spent = np.exp(np.minimum(epsilon + np.log(q), 700.0))
        return float(max(0.0, np.max(p - spent)))

    def epsilon(self, delta: float) -> float:
        """A lower bound on epsilon at a delta in [0, 1).

        Parameters
        ----------
        delta
            The probability.
        """
        if self.noise_multiplier == 0.0:
            return math.inf if self.delta(0.0) > delta else 0.0
        p, q = self._events()
        known = p > delta
        return float(max(0.0, np.max(np.log((p[known] - delta) / q[known]), initial=0.0)))

    def _events(self) -> tuple[Array, Array]:
        """Probabilities of events under both data sets, the first rounded down and the second up."""
        sigma = self.noise_multiplier
        top = 2.0 + sigma * (math.sqrt(2.0 * math.log(self.batches + 1.0)) + 8.0)
        thresholds = np.linspace(-4.0 * sigma, top, _THRESHOLDS)
        counts = np.unique(np.linspace(0, self.passes - 1, min(self.passes, _COUNTS)).astype(np.int64))
        one = [self._exceeded(thresholds, shift) for shift in (2.0, 0.0 if self.substituted else 1.0)]
        exceeded = counts[:, None].astype(np.float64)  # more than that many of the passes
        p, q = (np.asarray(betainc(exceeded + 1.0, self.passes - exceeded, rate[None, :])) for rate in one)
        upper = np.maximum(q * (1.0 + _SLACK), 1e-300)  # below that, digits are lost
        return np.asarray(p * (1.0 - _SLACK), np.float64), np.asarray(upper, np.float64)

    def _exceeded(self, thresholds: Array, shift: float) -> Array:
        """Probability that some batch of a pass is at least c."""
        sigma, others = self.noise_multiplier, self.batches - 1
        rest = log_ndtr(thresholds / sigma)
        inside = -np.expm1(log_ndtr((thresholds - shift) / sigma) + others * rest)
        outside = -np.expm1((others + 1) * rest)
        return np.asarray(self.coverage * inside + (1.0 - self.coverage) * outside)
