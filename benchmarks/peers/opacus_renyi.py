"""Opacus' Rényi divergences of the subsampled Gaussian, record removed."""

from __future__ import annotations

from collections.abc import Sequence

from opacus.accountants.analysis.rdp import compute_rdp

from benchmarks.peers.value import Value
from benchmarks.run import Run


def epsilons(run: Run, orders: Sequence[float], _knob: float | None) -> list[Value]:
    (phase,) = run.phases
    found = compute_rdp(q=phase.rate, noise_multiplier=phase.noise, steps=phase.steps, orders=list(orders))
    return [Value(None, float(value)) for value in found]
