"""opake-accounting: the bisection that its calibration documents, on its compiled engine.

Its own function is in the layer of Python that does not import everywhere; the bracket is the caller's there, and
epsilon has to come within a relative 1e-6 from below, its default.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from benchmarks.peers.opake import composed
from benchmarks.peers.target import EPSILON
from benchmarks.peers.value import Value
from benchmarks.run import Phase, Run

BRACKET = 0.5, 8.0
TOLERANCE = 1e-6


def least(phase: Phase, delta: float) -> float:
    unsafe, safe = BRACKET
    reached = at(phase, safe, delta)
    for _ in range(100):
        if math.isclose(reached, EPSILON, rel_tol=TOLERANCE):
            break
        middle = 0.5 * (unsafe + safe)
        found = at(phase, middle, delta)
        if found <= EPSILON:
            safe, reached = middle, found
        else:
            unsafe = middle
    return safe


def at(phase: Phase, noise: float, delta: float) -> float:
    return composed(Phase(noise, phase.steps, phase.rate), None).epsilon_at(delta)


def epsilons(run: Run, deltas: Sequence[float], _knob: float | None) -> list[Value]:
    (phase,) = run.phases
    return [Value(None, least(phase, delta)) for delta in deltas]
