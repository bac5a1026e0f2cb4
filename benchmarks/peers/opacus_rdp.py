"""Opacus' accountant by Rényi divergences."""

from __future__ import annotations

from collections.abc import Sequence

from opacus.accountants import RDPAccountant

from benchmarks.peers.value import Value
from benchmarks.run import Run


def epsilons(run: Run, deltas: Sequence[float], _knob: float | None) -> list[Value]:
    accountant = RDPAccountant()
    accountant.history = [(phase.noise, phase.rate, phase.steps) for phase in run.phases]
    return [Value(None, float(accountant.get_epsilon(delta))) for delta in deltas]
