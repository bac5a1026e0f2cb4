"""dp-accounting's calibration, by its privacy loss distributions."""

from __future__ import annotations

from collections.abc import Sequence

import dp_accounting
from dp_accounting.pld import PLDAccountant

from benchmarks.peers.target import EPSILON
from benchmarks.peers.value import Value
from benchmarks.run import Phase, Run


def event(phase: Phase, noise: float) -> dp_accounting.DpEvent:
    step = dp_accounting.PoissonSampledDpEvent(phase.rate, dp_accounting.GaussianDpEvent(noise))
    return dp_accounting.SelfComposedDpEvent(step, phase.steps)


def epsilons(run: Run, deltas: Sequence[float], _knob: float | None) -> list[Value]:
    (phase,) = run.phases
    found = [
        dp_accounting.calibrate_dp_mechanism(PLDAccountant, lambda noise: event(phase, noise), EPSILON, delta)
        for delta in deltas
    ]
    return [Value(None, float(one)) for one in found]
