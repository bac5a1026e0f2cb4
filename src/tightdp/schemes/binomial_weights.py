"""Binomial probabilities."""

from __future__ import annotations

from fractions import Fraction

from tightdp.schemes.ratio_recurrence import weights_from_ratios


def binomial_weights(trials: int, probability: float | Fraction) -> tuple[float, ...]:
    """``Bin(N, r)(i) = C(N, i) r^i (1 - r)^(N - i)``, each to the nearest double.

    Parameters
    ----------
    trials
        N, a whole number >= 0 (not checked: the schemes have checked it).
    probability
        r in [0, 1], taken exactly: a float stands for the binary fraction that it is.

    Returns
    -------
    tuple of float
        The weights of 0, 1, 2, ..., cut after the last one that is not 0 as a double.
    """
    exact = Fraction(probability)
    yes, no = exact.numerator, exact.denominator - exact.numerator
    mode = min(trials, (trials + 1) * yes // (yes + no))

    def ratio(i: int) -> tuple[int, int]:
        return (trials - i) * yes, (i + 1) * no

    return weights_from_ratios(0, mode, trials, ratio)
