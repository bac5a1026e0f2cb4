"""tightdp's least noise for an epsilon."""

from __future__ import annotations

from collections.abc import Sequence

from benchmarks.peers.target import EPSILON
from benchmarks.peers.value import Value
from benchmarks.run import Run
from tightdp import AddRemove, Budget, Gaussian, Poisson, Step, least_noise


def epsilons(run: Run, deltas: Sequence[float], _knob: float | None) -> list[Value]:
    (phase,) = run.phases
    found = [
        least_noise(
            lambda noise: phase.steps * Step(Gaussian(noise), Poisson(phase.rate)), AddRemove(), Budget(EPSILON, delta)
        )
        for delta in deltas
    ]
    return [Value(None, one.value) for one in found]
