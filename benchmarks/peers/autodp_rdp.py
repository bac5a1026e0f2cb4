"""autodp's Rényi accountant."""

from __future__ import annotations

from collections.abc import Sequence

from autodp.mechanism_zoo import GaussianMechanism, LaplaceMechanism
from autodp.transformer_zoo import AmplificationBySampling, Composition

from benchmarks.peers.value import Value
from benchmarks.run import Phase, Run

SUBSTITUTION_DISTANCE = 2.0  # a replaced record moves a clipped sum twice as far


def one_step(phase: Phase, relation: str):
    noise = phase.noise / SUBSTITUTION_DISTANCE if relation == "substitute" else phase.noise
    mechanism = LaplaceMechanism(b=noise) if phase.mechanism == "laplace" else GaussianMechanism(sigma=noise)
    if phase.scheme == "full-batch":
        return mechanism
    by_poisson = phase.scheme == "poisson"
    mechanism.neighboring = "add_remove" if by_poisson else "replace_one"
    return AmplificationBySampling(PoissonSampling=by_poisson)(mechanism, phase.rate, improved_bound_flag=by_poisson)


def epsilons(run: Run, deltas: Sequence[float], _knob: float | None) -> list[Value]:
    steps = [one_step(phase, run.relation) for phase in run.phases]
    total = Composition()(steps, [phase.steps for phase in run.phases])
    return [Value(None, float(total.get_approxDP(delta))) for delta in deltas]
