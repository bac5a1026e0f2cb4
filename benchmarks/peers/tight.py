"""tightdp."""

from __future__ import annotations

from collections.abc import Sequence

from benchmarks.peers.value import Value
from benchmarks.run import Phase, Run
from tightdp import (
    AddRemove,
    FullBatch,
    Gaussian,
    Laplace,
    Poisson,
    Program,
    Step,
    Substitute,
    WithoutReplacement,
    account,
)

RELATIONS = {"add-remove": AddRemove, "substitute": Substitute}


def step(phase: Phase) -> Program:
    mechanism = Laplace(phase.noise) if phase.mechanism == "laplace" else Gaussian(phase.noise)
    match phase.scheme:
        case "full-batch":
            scheme = FullBatch()
        case "without-replacement":
            scheme = WithoutReplacement(phase.dataset_size, phase.batch_size)
        case _:
            scheme = Poisson(phase.rate)
    return phase.steps * Step(mechanism, scheme)


def epsilons(run: Run, deltas: Sequence[float], knob: float | None) -> list[Value]:
    program = sum((step(phase) for phase in run.phases[1:]), step(run.phases[0]))
    relation = RELATIONS[run.relation](run.group_size)
    answer = account(program, relation) if knob is None else account(program, relation, rtol=knob)
    bounds = [answer.epsilon(delta) for delta in deltas]
    return [Value(bound.lower, bound.upper) for bound in bounds]
