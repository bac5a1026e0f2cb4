"""A uniform random subset of the indices of a data set."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

# From m = n / 64 on, one byte for each of the n records is no more than 8 times the batch.
_DENSE = 64


def distinct_indices(population: int, count: int, rng: np.random.Generator) -> NDArray[np.int64]:
    """A set of ``m`` of ``{0, ..., n - 1}``, each with probability ``1 / C(n, m)``, ascending.

    Memory stays below ten times the batch's own 8m bytes and time is O(m log m), whatever n.

    Parameters
    ----------
    population
        n, a whole number >= 0.
    count
        m, a whole number in [0, n]. (The schemes have checked both.)
    rng
        Source of randomness.

    Notes
    -----
    Sparse sets come from ``Generator.choice`` without shuffling, which is Floyd's algorithm for
    ``m <= n / 20``; for denser sets it would shuffle all n indices in memory. Those are drawn
    here by adding uniform indices until m distinct ones are there (or, for ``m > n / 2``, until
    those left out are): no index is told from another, so every set of m has the same chance.
    """
    if count == 0:
        return np.zeros(0, dtype=np.int64)
    if count * _DENSE <= population:
        return np.sort(rng.choice(population, size=count, replace=False, shuffle=False))
    leave_out = 2 * count > population
    missing = wanted = population - count if leave_out else count
    marked = np.zeros(population, dtype=np.bool_)
    while missing:
        marked[rng.integers(population, size=missing)] = True
        missing = wanted - int(np.count_nonzero(marked))
    return (~marked if leave_out else marked).nonzero()[0].astype(np.int64, copy=False)
