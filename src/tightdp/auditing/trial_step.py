"""One kind of step of a program on its worst inputs."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from tightdp.auditing.abstract_trial_step import AbstractTrialStep
from tightdp.auditing.changed_records import ChangedRecords
from tightdp.auditing.loss_score import LossScore
from tightdp.auditing.worst_release import Array


@dataclass(frozen=True)
class TrialStep(AbstractTrialStep):
    """A step on a batch with so many changed records.

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

    def loss(self, side: int, times: int, rng: np.random.Generator) -> Array:
        """Draws batches, releases, and scores."""
        places = self.records.places(side, times, rng)
        return self.score(self.score.release.sample(places, rng))
