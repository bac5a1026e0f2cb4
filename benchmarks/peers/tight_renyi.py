"""tightdp's Rényi divergences: the numbers that are asked for are orders, the answers divergences."""

from __future__ import annotations

from collections.abc import Sequence

from benchmarks.peers.tight import RELATIONS, step
from benchmarks.peers.value import Value
from benchmarks.run import Run
from tightdp import renyi_account


def epsilons(run: Run, orders: Sequence[float], _knob: float | None) -> list[Value]:
    program = sum((step(phase) for phase in run.phases[1:]), step(run.phases[0]))
    curve = renyi_account(program, RELATIONS[run.relation](run.group_size)).curve(orders)
    return [Value(float(low), float(high)) for low, high in zip(curve.lower, curve.upper, strict=True)]
