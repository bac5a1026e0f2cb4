"""Rényi divergence of a group by quadrature in many digits, one order at a time, as S24's research code does it."""

from __future__ import annotations

from collections.abc import Sequence

from mpmath import mp

from benchmarks.peers.value import Value
from benchmarks.run import Run

DIGITS = 50


def epsilons(run: Run, orders: Sequence[float], _knob: float | None) -> list[Value]:
    """All records of the group removed; ``1 / (a - 1) log integral of P^a Q^(1 - a)`` over the whole line."""
    (phase,) = run.phases
    with mp.workdps(DIGITS):
        rate, sigma, size = mp.mpf(phase.rate), mp.mpf(phase.noise), run.group_size
        weights = [mp.binomial(size, k) * rate**k * (1 - rate) ** (size - k) for k in range(size + 1)]
        norm = 1 / (sigma * mp.sqrt(2 * mp.pi))

        def density(z: mp.mpf, center: int) -> mp.mpf:
            return norm * mp.exp(-((z - center) ** 2) / (2 * sigma**2))

        found: list[Value] = []
        for order in orders:
            a = mp.mpf(order)

            def integrand(z: mp.mpf, a: mp.mpf = a) -> mp.mpf:
                p = mp.fsum(w * density(z, k) for k, w in enumerate(weights))
                return p**a * density(z, 0) ** (1 - a)

            value = mp.log(mp.quad(integrand, [-mp.inf, mp.inf])) / (a - 1)
            found.append(Value(None, float(phase.steps * value)))
    return found
