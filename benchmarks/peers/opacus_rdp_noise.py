"""Opacus' calibration, with its accountant ``rdp``."""

from __future__ import annotations

from collections.abc import Sequence

from benchmarks.peers.opacus_noise import noise
from benchmarks.peers.value import Value
from benchmarks.run import Run


def epsilons(run: Run, deltas: Sequence[float], _knob: float | None) -> list[Value]:
    return noise(run, deltas, "rdp")
