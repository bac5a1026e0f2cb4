from __future__ import annotations

import numpy as np
import pytest

from tightdp import EpsilonDelta, Gaussian, Step
from tightdp.auditing.witness_step import WitnessStep, step_witnesses
from tightdp.relations import Change
from tightdp.schemes import BatchTypes, OwnScheme

CHANGE = Change(removed=1)
LAWS = BatchTypes({"without": 0.5, "with": 0.5}, {"without": 1.0}, {("with", "without"): CHANGE})
SCHEME = OwnScheme({CHANGE: LAWS})


def test_each_different_witness_stands_once() -> None:
    found = step_witnesses(Step(Gaussian(1.0), SCHEME), CHANGE)
    assert 1 <= len(found) <= 3
    assert all(words.startswith("the witness for epsilon ") for words in found)


def test_losses_are_those_of_the_pair() -> None:
    """One removed record, half of the time in the batch: the losses of both data sets have mean likelihood ratio 1."""
    witness = next(iter(step_witnesses(Step(Gaussian(1.0), SCHEME), CHANGE).values()))
    step = WitnessStep(witness, 1)
    rng = np.random.default_rng(4)
    x, other = step.loss(0, 200_000, rng), step.loss(1, 200_000, rng)
    assert np.exp(-x).mean() == pytest.approx(1.0, abs=0.01)
    assert np.exp(other).mean() == pytest.approx(1.0, abs=0.02)
    assert x.mean() > 0.02 > -0.02 > other.mean()


def test_impossible_outputs_count_for_nothing() -> None:
    witness = next(iter(step_witnesses(Step(EpsilonDelta(0.0, 1.0), SCHEME), CHANGE).values()))
    assert not np.isnan(WitnessStep(witness, 1).loss(0, 100, np.random.default_rng(1))).any()
