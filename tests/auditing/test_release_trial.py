from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tightdp import FullBatch, InvalidInput
from tightdp.auditing.neighbours import Neighbours
from tightdp.auditing.release_trial import ReleaseTrial
from tightdp.auditing.sampled_release import SampledRelease


def noisy(batch: Any, rng: np.random.Generator) -> Any:
    return [rng.normal(), 0.1 * rng.normal() + np.sum(batch), 1.0]


NEIGHBOURS = Neighbours(np.ones(3), np.ones(2), symmetric=False)
TRIAL = ReleaseTrial(SampledRelease(noisy, FullBatch(), steps=2), NEIGHBOURS)


def test_runs_are_rows_and_progress_is_told() -> None:
    told: list[int] = []
    outputs = TRIAL.observe(0, 450, np.random.default_rng(1), told.append)
    assert outputs.shape == (450, 2, 3)
    assert told == [400, 400, 100]
    assert not TRIAL.both_orders


def test_the_learned_score_looks_where_the_means_differ() -> None:
    before, after = (TRIAL.observe(side, 300, np.random.default_rng(side), lambda _: None) for side in (0, 1))
    score = TRIAL.score(before, after)
    assert score(before).min() > score(after).max()


def test_a_score_of_the_user_s_own_is_used() -> None:
    own = ReleaseTrial(SampledRelease(noisy, FullBatch(), score=lambda outputs: outputs[0, 1]), NEIGHBOURS)
    outputs = own.observe(1, 10, np.random.default_rng(1), lambda _: None)
    assert own.score(outputs, outputs)(outputs).tolist() == outputs[:, 0, 1].tolist()
    nothing = ReleaseTrial(SampledRelease(noisy, FullBatch(), score=lambda _: float("nan")), NEIGHBOURS)
    with pytest.raises(InvalidInput, match="score must be a function that never returns NaN"):
        nothing.score(outputs, outputs)(outputs)


def test_all_runs_have_one_shape() -> None:
    def growing(batch: Any, rng: np.random.Generator) -> Any:
        return np.zeros(rng.integers(1, 4))

    trial = ReleaseTrial(SampledRelease(growing, FullBatch()), NEIGHBOURS)
    with pytest.raises(InvalidInput, match="numbers or arrays of one shape in every run"):
        trial.observe(0, 50, np.random.default_rng(1), lambda _: None)
