"""PLD_accounting: its own Gaussian and Laplace grids and its own amplification, composed by dp-accounting."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce

import PLD_accounting as own
from dp_accounting.pld.privacy_loss_distribution import PrivacyLossDistribution

from benchmarks.peers.value import Value
from benchmarks.run import Phase, Run


def composed(phase: Phase, knob: float | None, smallest_delta: float, steps: int) -> PrivacyLossDistribution:
    """The defaults, or a grid of width ``knob`` with tails that are small beside delta after all steps."""
    make = own.laplace_distribution if phase.mechanism == "laplace" else own.gaussian_distribution
    if knob is None:
        base = make(scale=phase.noise)
    else:
        tail = max(min(1e-12, 1e-3 * smallest_delta / steps), 1e-300)
        base = make(scale=phase.noise, value_discretization=knob, tail_truncation=tail)
    remove, add = (
        own.subsample_pld_realization(base_pld=base, sampling_prob=phase.rate, direction=direction)
        for direction in (own.Direction.REMOVE, own.Direction.ADD)
    )
    both = own.compose_full_pld(remove_dist=remove, add_dist=add, bound_type=own.BoundType.DOMINATES)
    return both.self_compose(phase.steps)


def epsilons(run: Run, deltas: Sequence[float], knob: float | None) -> list[Value]:
    parts = (composed(phase, knob, min(deltas), run.steps) for phase in run.phases)
    total = reduce(lambda done, part: done.compose(part), parts)
    return [Value(None, total.get_epsilon_for_delta(delta)) for delta in deltas]
