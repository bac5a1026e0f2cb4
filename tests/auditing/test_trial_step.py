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


def test_the_losses_of_a_step_have_its_relative_entropies_as_means() -> None:
    (release,) = ways_to_pull(Gaussian(4.0), COUNTS).values()
    step = TrialStep(ChangedRecords(FullBatch(), CHANGE, COUNTS, "law"), LossScore.of(release, COUNTS), 3)
    runs = 50_000
    for side, sign in ((0, 1.0), (1, -1.0)):
        losses = step.losses(side, runs, np.random.default_rng(1), lambda _: None)
        assert losses.mean() == pytest.approx(sign * 3 / 32, abs=5.0 * np.sqrt(3 / 16 / runs))
