"""Release without noise: only the batches without changed records are alike."""

from __future__ import annotations

import math

import numpy as np

from tightdp.mechanisms.abstract_mechanism import Weights
from tightdp.pairs.discrete import Discrete

_NO_NOISE = 1e-130


def is_released(scale: float) -> bool:
    """Whether noise is so small, below 1e-130, that its losses leave the range of floats: as good as none."""
    return scale < _NO_NOISE


def exact_release_pair(p: Weights, q: Weights) -> Discrete:
    """``P = sum_i p_i [i], Q = sum_j q_j [-j]`` on the integers: they meet only at 0.

    Parameters
    ----------
    p, q
        Probabilities of i and of j changed records.
    """
    if p[0] <= 0.0 or q[0] <= 0.0:
        return Discrete(np.empty(0), np.empty(0), np.empty(0), 1.0, 1.0)
    log_p, log_q = (np.array([math.log1p(-sum(w[1:])) if w[0] > 0.5 else math.log(w[0])]) for w in (p, q))
    return Discrete(log_p - log_q, log_p, log_q, sum(p[1:]), sum(q[1:]))
