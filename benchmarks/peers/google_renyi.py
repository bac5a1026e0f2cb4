"""dp-accounting's Rényi divergences of the subsampled Gaussian."""

from __future__ import annotations

from collections.abc import Sequence

import dp_accounting
from dp_accounting.rdp import RdpAccountant

from benchmarks.peers.value import Value
from benchmarks.run import Run


def epsilons(run: Run, orders: Sequence[float], _knob: float | None) -> list[Value]:
    (phase,) = run.phases
    accountant = RdpAccountant(orders=list(orders))
    event = dp_accounting.PoissonSampledDpEvent(phase.rate, dp_accounting.GaussianDpEvent(phase.noise))
    accountant.compose(event, phase.steps)
    return [Value(None, float(value)) for value in accountant._rdp]  # noqa: SLF001 - it offers no other way
