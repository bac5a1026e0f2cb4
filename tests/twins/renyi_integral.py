"""Rényi divergence by definition: many digits, plain quadrature, no structure used."""

from __future__ import annotations

import itertools
from typing import Any, cast

import mpmath

mp: Any = cast("Any", mpmath)


def gaussian_renyi(p: tuple[float, ...], q: tuple[float, ...], sigma: float, order: float) -> float:
    """``log(integral of P^a Q^(1-a)) / (a - 1)`` of two mixtures of Gaussian shifts, with 40 digits."""
    furthest = (order + 1.0) * (len(p) + len(q))

    def shape(z: Any) -> Any:
        return mp.exp(-z * z / (2 * mp.mpf(sigma) ** 2))

    return _renyi(p, q, order, shape, furthest, sigma)


def laplace_renyi(p: tuple[float, ...], q: tuple[float, ...], scale: float, order: float) -> float:
    """The same for Laplace shifts."""

    def shape(z: Any) -> Any:
        return mp.exp(-mp.fabs(z) / mp.mpf(scale))

    return _renyi(p, q, order, shape, float(len(p) + len(q)), 4.0 * scale)


def _renyi(
    p: tuple[float, ...], q: tuple[float, ...], order: float, shape: Any, furthest: float, width: float
) -> float:
    with mp.workdps(40):
        others_p, others_q = [mp.mpf(w) for w in p[1:]], [mp.mpf(w) for w in q[1:]]
        above = [1 - mp.fsum(others_p), *others_p]
        below = [1 - mp.fsum(others_q), *others_q]
        a = mp.mpf(order)

        def integrand(z: Any) -> Any:
            left = mp.fsum(w * shape(z - i) for i, w in enumerate(above))
            right = mp.fsum(w * shape(z + j) for j, w in enumerate(below))
            return left**a * right ** (1 - a) if right > 0 and left > 0 else mp.mpf(0)

        low, high = -len(q) - 14.0 * width, furthest + 14.0 * width
        kinks = [float(k) for k in range(-len(q), len(p) + 1)]
        count = max(2, int((high - low) / (2.0 * width)))
        edges = sorted({*kinks, *(low + (high - low) * i / count for i in range(count + 1))})
        total = mp.quad(integrand, edges)
        norm = mp.quad(shape, [-40.0 * width, *[k * width / 4 for k in range(-48, 49)], 40.0 * width])
        return float(mp.log(total / norm) / (a - 1))


def binomial_renyi(rate: float, sigma: float, order: int, *, digits: int = 60) -> float:
    """``log(sum_k C(a, k) (1-q)^(a-k) q^k e^((k^2-k)/2 s^2)) / (a - 1)``: ``(1-q) N(0) + q N(1)`` against N(0)."""
    with mp.workdps(digits):
        q, s = mp.mpf(rate), mp.mpf(sigma)
        terms = [
            mp.binomial(order, k) * (1 - q) ** (order - k) * q**k * mp.exp(mp.mpf(k * k - k) / (2 * s * s))
            for k in range(order + 1)
        ]
        return float(mp.log(mp.fsum(terms)) / (order - 1))


def multinomial_renyi(weights: tuple[float, ...], sigma: float, order: int, *, digits: int = 60) -> float:
    """Integer orders of ``sum_i w_i N(i)`` against N(0): ``E exp(((sum i)^2 - sum i^2) / 2 s^2)`` over a draws of i.

    The coefficient of ``x^m`` in ``(sum_i w_i e^(-i^2 / 2 s^2) x^i)^a`` times ``e^(m^2 / 2 s^2)``, summed over m.
    """
    with mp.workdps(digits):
        s = mp.mpf(sigma)
        rest = [mp.mpf(w) for w in weights[1:]]
        factor = [w * mp.exp(-mp.mpf(i * i) / (2 * s * s)) for i, w in enumerate([1 - mp.fsum(rest), *rest])]
        power = [mp.mpf(1)]
        for _ in range(order):
            power = _product(power, factor)
        total = mp.fsum(c * mp.exp(mp.mpf(m * m) / (2 * s * s)) for m, c in enumerate(power))
        return float(mp.log(total) / (order - 1))


def _product(left: list[Any], right: list[Any]) -> list[Any]:
    """Coefficients of the product of two polynomials."""
    out = [mp.mpf(0)] * (len(left) + len(right) - 1)
    for (i, a), (j, b) in itertools.product(enumerate(left), enumerate(right)):
        out[i + j] += a * b
    return out
