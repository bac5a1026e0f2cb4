"""Opacus' calibration, with any of its accountants."""

from __future__ import annotations

from collections.abc import Sequence

from opacus.accountants.utils import get_noise_multiplier

from benchmarks.peers.target import EPSILON
from benchmarks.peers.value import Value
from benchmarks.run import Run


def noise(run: Run, deltas: Sequence[float], accountant: str) -> list[Value]:
    (phase,) = run.phases
    found = [
        get_noise_multiplier(
            target_epsilon=EPSILON,
            target_delta=delta,
            sample_rate=phase.rate,
            steps=phase.steps,
            accountant=accountant,
        )
        for delta in deltas
    ]
    return [Value(None, float(one)) for one in found]
