"""Probability weights from the ratios of neighbours, to the nearest double."""

from __future__ import annotations

from collections.abc import Callable, Iterable

# Weights are integers in units of 2**-_BITS times the mode's. Below 2**-_REACH times the mode's a
# weight is less than half the smallest double, and 2**(_BITS - _REACH) units are still left there.
_BITS = 1216
_REACH = 1076


def weights_from_ratios(first: int, mode: int, last: int, ratio: Callable[[int], tuple[int, int]]) -> tuple[float, ...]:
    """``w_{i+1} / w_i = a_i / b_i`` for ``first <= i < last``, ``sum w = 1``; w_i = 0 before.

    Integer arithmetic outwards from the largest weight. The law must be log-concave, so that no
    step away from the mode amplifies an earlier rounding: after k steps a weight is off by less
    than k units, which is a relative error below ``k * 2**-140`` for every weight that a double
    can hold. The division by the sum rounds to the nearest double, subnormal numbers included
    (where two are equally near, either may come).
    Time grows with the number of weights above 5e-324, not with ``last - first``. (Differences
    of log-gamma values near 2e10 would leave a relative error of 5e-6 at n = 1e9.)

    Parameters
    ----------
    first, last
        Ends of the support, ``0 <= first <= last``.
    mode
        Index of a largest weight, ``first <= mode <= last``.
    ratio
        ``i -> (a_i, b_i)``, whole numbers >= 0. It is asked at ``first <= i < last``; the side
        that divides may not be 0: b_i for i >= mode, a_i for i < mode.

    Returns
    -------
    tuple of float
        ``(w_0, ..., w_j)``, cut after the last weight that is not 0.
    """
    unit = 1 << _BITS
    above = _outwards(unit, map(ratio, range(mode, last)))
    below = _outwards(unit, ((b, a) for a, b in map(ratio, range(mode - 1, first - 1, -1))))
    scaled = [*reversed(below), unit, *above]
    total = sum(scaled)
    weights = [0.0] * (mode - len(below)) + [weight / total for weight in scaled]
    while weights[-1] == 0.0:
        weights.pop()
    return tuple(weights)


def _outwards(unit: int, ratios: Iterable[tuple[int, int]]) -> list[int]:
    """The running products of the ratios in fixed point, until they no longer count."""
    least = unit >> _REACH
    products: list[int] = []
    product = unit
    for numerator, denominator in ratios:
        product = product * numerator // denominator
        if product < least:
            break
        products.append(product)
    return products
