"""prv-accountant."""

from __future__ import annotations

from collections.abc import Sequence

from prv_accountant import GaussianMechanism, PoissonSubsampledGaussianMechanism, PRVAccountant

from benchmarks.peers.value import NO_ANSWER, Value
from benchmarks.run import Phase, Run

DEFAULT = 0.01  # it has none; this is the default of Opacus' accountant of the same kind
SMALLEST = 1e-10  # below it the sums are rounding errors, which the accountant refuses


def law(phase: Phase):
    if phase.scheme == "full-batch":
        return GaussianMechanism(noise_multiplier=phase.noise)
    return PoissonSubsampledGaussianMechanism(noise_multiplier=phase.noise, sampling_probability=phase.rate)


def epsilons(run: Run, deltas: Sequence[float], knob: float | None) -> list[Value]:
    counts = [phase.steps for phase in run.phases]
    small = min(delta for delta in deltas if delta >= SMALLEST or delta == max(deltas))
    accountant = PRVAccountant(
        prvs=[law(phase) for phase in run.phases],
        max_self_compositions=counts,
        eps_error=knob or DEFAULT,
        delta_error=1e-3 * small,
    )
    composition = accountant.compute_composition(counts)
    return [ends(composition, delta, accountant) for delta in deltas]


def ends(composition, delta: float, accountant: PRVAccountant) -> Value:
    try:
        lower, _, upper = composition.compute_epsilon(delta, accountant.delta_error, accountant.eps_error)
    except (ValueError, RuntimeError, IndexError):
        return NO_ANSWER
    return Value(lower, upper)
