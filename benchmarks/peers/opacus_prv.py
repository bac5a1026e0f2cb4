"""Opacus' accountant by privacy random variables, through its public call, which composes anew for each delta."""

from __future__ import annotations

from collections.abc import Sequence

from opacus.accountants import PRVAccountant

from benchmarks.peers.value import NO_ANSWER, Value
from benchmarks.run import Run


def epsilons(run: Run, deltas: Sequence[float], knob: float | None) -> list[Value]:
    accountant = PRVAccountant()
    accountant.history = [(phase.noise, phase.rate, phase.steps) for phase in run.phases]
    return [answer(accountant, delta, knob) for delta in deltas]


def answer(accountant: PRVAccountant, delta: float, knob: float | None) -> Value:
    options = {} if knob is None else {"eps_error": knob}
    try:
        return Value(None, float(accountant.get_epsilon(delta, **options)))
    except (ValueError, RuntimeError, IndexError, OverflowError):
        return NO_ANSWER
