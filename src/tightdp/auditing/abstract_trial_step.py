"""The contract of one kind of step in a trial."""

from __future__ import annotations

import abc
from typing import final

import numpy as np

from tightdp.auditing.trial import Tick
from tightdp.auditing.worst_release import Array

# Outputs that are held at once.
_BLOCK = 1 << 18


class AbstractTrialStep(abc.ABC):
    """A step that is taken ``count`` times, each time on a fresh batch."""

    count: int

    @abc.abstractmethod
    def loss(self, side: int, times: int, rng: np.random.Generator) -> Array:
        """The privacy loss of each of ``times`` independent steps, ``(times,)``, in nats.

        Parameters
        ----------
        side
            0 for x, 1 for x'.
        times
            Number of steps.
        rng
            Source of randomness.
        """

    @final
    def losses(self, side: int, runs: int, rng: np.random.Generator, tick: Tick) -> Array:
        """The loss of ``count`` steps added up, ``(runs,)``.

        Parameters
        ----------
        side, runs, rng, tick
            As for :meth:`AbstractTrial.observe`.
        """
        total = np.zeros(runs)
        at_once = max(1, _BLOCK // runs)
        for start in range(0, self.count, at_once):
            steps = min(at_once, self.count - start)
            loss = self.loss(side, steps * runs, rng).reshape(steps, runs)
            with np.errstate(invalid="ignore"):
                total += loss.sum(axis=0)
            tick(steps * runs)
        return np.where(np.isnan(total), 0.0, total)
