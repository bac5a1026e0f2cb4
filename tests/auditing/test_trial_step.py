from __future__ import annotations

import numpy as np
import pytest

from tightdp import FullBatch, Gaussian
from tightdp.auditing.changed_records import ChangedRecords
from tightdp.auditing.loss_score import LossScore
from tightdp.auditing.trial_step import TrialStep
from tightdp.auditing.worst_inputs import ways_to_pull
from tightdp.relations import Change

CHANGE = Change(removed=1)
COUNTS = FullBatch().law(CHANGE)


@pytest.mark.parametrize("runs", [1, 1000, 400_000])
def test_steps_are_taken_in_blocks_and_counted(runs: int) -> None:
    (release,) = ways_to_pull(Gaussian(4.0), COUNTS).values()
    step = TrialStep(ChangedRecords(FullBatch(), CHANGE, COUNTS, "law"), LossScore.of(release, COUNTS), 3)
    told: list[int] = []
    losses = step.losses(1, runs, np.random.default_rng(1), told.append)
    assert losses.shape == (runs,)
    assert sum(told) == 3 * runs
    mean = -3 / 32  # minus the relative entropy 1 / (2 sigma^2) of each step
    assert losses.mean() == pytest.approx(mean, abs=5.0 * np.sqrt(3 / 16 / runs))
