"""Hypergeometric probabilities."""

from __future__ import annotations

from tightdp.schemes.ratio_recurrence import weights_from_ratios


def hypergeometric_weights(population: int, marked: int, draws: int) -> tuple[float, ...]:
    """``Hyp(n, K, m)(i) = C(K, i) C(n - K, m - i) / C(n, m)``, each to the nearest double.

    Parameters
    ----------
    population
        n, the number of records.
    marked
        K, how many of them are marked, ``0 <= K <= n``.
    draws
        m, how many are drawn without replacement, ``0 <= m <= n``. (The schemes have checked
        all three.)

    Returns
    -------
    tuple of float
        The weights of 0, 1, 2, ..., cut after the last one that is not 0 as a double.
    """
    n, k, m = population, marked, draws
    first, last = max(0, m + k - n), min(k, m)
    mode = min(last, (k + 1) * (m + 1) // (n + 2))

    def ratio(i: int) -> tuple[int, int]:
        return (k - i) * (m - i), (i + 1) * (n - k - m + i + 1)

    return weights_from_ratios(first, mode, last, ratio)
