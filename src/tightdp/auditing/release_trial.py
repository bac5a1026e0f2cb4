"""The user's own function on the user's own data sets."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from tightdp.auditing.neighbours import Neighbours
from tightdp.auditing.sampled_release import SampledRelease
from tightdp.auditing.trial import AbstractTrial, Score, Tick
from tightdp.auditing.worst_release import Array
from tightdp.errors import InvalidInput

# Runs after which progress is told.
_TOLD = 200


@dataclass(frozen=True)
class ReleaseTrial(AbstractTrial):
    """Runs of a function, and its score.

    Parameters
    ----------
    release
        The function and its sampler.
    neighbours
        The two data sets.
    """

    release: SampledRelease
    neighbours: Neighbours
    direction: str = "before, after"

    @property
    def both_orders(self) -> bool:  # pyright: ignore[reportIncompatibleVariableOverride]
        """Whether the neighbours are symmetric."""
        return self.neighbours.symmetric

    def observe(self, side: int, runs: int, rng: np.random.Generator, tick: Tick) -> Array:
        """Outputs of each run, ``(runs, steps, ...)``."""
        data = (self.neighbours.before, self.neighbours.after)[side]
        found: list[Array] = []
        for start in range(0, runs, _TOLD):
            count = min(_TOLD, runs - start)
            found += [self.release.run(data, rng) for _ in range(count)]
            tick(count * self.release.steps)
        if len({outputs.shape for outputs in found}) > 1:
            raise InvalidInput(
                "function", found[0].shape, "one that returns numbers or arrays of one shape in every run"
            )
        return np.array(found)

    def score(self, before: Array, after: Array) -> Score:
        """The user's score, or a projection that is learned from these runs."""
        own = self.release.score
        if own is not None:
            return lambda outputs: _told(own, outputs)
        flat, other = before.reshape(len(before), -1), after.reshape(len(after), -1)
        spread = flat.var(axis=0) + other.var(axis=0)
        weights = (flat.mean(axis=0) - other.mean(axis=0)) / np.where(spread > 0.0, spread, 1.0)
        return lambda outputs: outputs.reshape(len(outputs), -1) @ weights


def _told(score: Callable[[Array], float], outputs: Array) -> Array:
    found = np.array([score(one) for one in outputs], dtype=np.float64)
    if bool(np.isnan(found).any()):
        raise InvalidInput("score", float("nan"), "a function that never returns NaN")
    return found
