"""One kind of step on a scheme of the user's own, with a witness in the mechanism's place."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from tightdp.accounting import Step
from tightdp.auditing.abstract_trial_step import AbstractTrialStep
from tightdp.auditing.worst_release import Array
from tightdp.relations import Change
from tightdp.transport.tightness import tightness
from tightdp.transport.witness import Witness

# Where witnesses are looked for: what a step loses in a run of many, of some, and alone.
_EPSILONS = (0.02, 0.3, 2.0)


@dataclass(frozen=True)
class WitnessStep(AbstractTrialStep):
    """A witness on batches that are drawn by the laws of the scheme.

    Parameters
    ----------
    witness
        The witness.
    count
        How often it is run.
    """

    witness: Witness
    count: int

    def loss(self, side: int, times: int, rng: np.random.Generator) -> Array:
        """Runs the witness and asks it for the losses of its outputs."""
        outputs = self.witness.outputs(("x", "other")[side], times, rng)
        found = self.witness.losses(outputs)
        return np.where(np.isnan(found), 0.0, found)


def step_witnesses(step: Step, change: Change) -> dict[str, Witness]:
    """Witnesses of one step, each different one once, by words for where it comes from.

    Parameters
    ----------
    step
        A step on a scheme of the user's own.
    change
        What leads from x to x'.

    Raises
    ------
    CannotAnswer
        If the scheme has no law for the change, or the mechanism no witness.
    """
    return dict(_found(step, change))


@lru_cache(maxsize=64)
def _found(step: Step, change: Change) -> tuple[tuple[str, Witness], ...]:
    found: list[tuple[str, Witness]] = []
    for epsilon in _EPSILONS:
        witness = tightness(step.mechanism, step.scheme, change, epsilon).witness
        if not any(np.allclose(witness.values, other.values) for _, other in found):
            found.append((f"the witness for epsilon {epsilon:g}", witness))
    return tuple(found)
