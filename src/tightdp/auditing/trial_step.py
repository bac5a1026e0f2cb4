"""One kind of step of a program on its worst inputs."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from tightdp.auditing.changed_records import ChangedRecords
from tightdp.auditing.loss_score import LossScore
from tightdp.auditing.trial import Tick
from tightdp.auditing.worst_release import Array

# Outputs that are held at once.
_BLOCK = 1 << 18


@dataclass(frozen=True)
class TrialStep:
    """One kind of step on its worst inputs.

    Parameters
    ----------
    records
        The changed records of its batches.
    score
        The loss of its outputs, and with it the release.
    count
        How often it is taken.
    """

    records: ChangedRecords
    score: LossScore
    count: int

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
            places = self.records.places(side, steps * runs, rng)
            loss = self.score(self.score.release.sample(places, rng)).reshape(steps, runs)
            with np.errstate(invalid="ignore"):
                total += loss.sum(axis=0)
            tick(steps * runs)
        return np.where(np.isnan(total), 0.0, total)
