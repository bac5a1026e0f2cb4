"""dp-accounting's privacy loss distributions."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import reduce

from dp_accounting.pld import privacy_loss_distribution as pld

from benchmarks.peers.value import Value
from benchmarks.run import Phase, Run

DEFAULT = 1e-4


def composed(phase: Phase, group_size: int, interval: float) -> pld.PrivacyLossDistribution:
    if phase.mechanism == "laplace":
        one = pld.from_laplace_mechanism(phase.noise, sampling_prob=phase.rate, value_discretization_interval=interval)
    elif group_size > 1:
        one = group(phase, group_size, interval)
    else:
        one = pld.from_gaussian_mechanism(phase.noise, sampling_prob=phase.rate, value_discretization_interval=interval)
    return one.self_compose(phase.steps)


def group(phase: Phase, size: int, interval: float) -> pld.PrivacyLossDistribution:
    """A group of which Binomial(size, rate) records are in the batch, all inserted or all removed."""
    q = phase.rate
    weights = [math.comb(size, k) * q**k * (1 - q) ** (size - k) for k in range(size + 1)]
    return pld.from_mixture_gaussian_mechanism(
        phase.noise, list(range(size + 1)), weights, value_discretization_interval=interval
    )


def epsilons(run: Run, deltas: Sequence[float], knob: float | None) -> list[Value]:
    parts = (composed(phase, run.group_size, knob or DEFAULT) for phase in run.phases)
    total = reduce(lambda done, part: done.compose(part), parts)
    return [Value(None, total.get_epsilon_for_delta(delta)) for delta in deltas]
