from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pytest

from tightdp.auditing.abstract_trial_step import AbstractTrialStep
from tightdp.auditing.worst_release import Array


@dataclass(frozen=True)
class Coin(AbstractTrialStep):
    """Plus or minus infinity, or 1."""

    count: int
    infinite: bool = False

    def loss(self, side: int, times: int, rng: np.random.Generator) -> Array:
        del side
        return rng.choice([-np.inf, np.inf], times) if self.infinite else np.ones(times)


@pytest.mark.parametrize("runs", [1, 1000, 400_000])
def test_steps_are_taken_in_blocks_and_told(runs: int) -> None:
    told: list[int] = []
    losses = Coin(3).losses(0, runs, np.random.default_rng(1), told.append)
    assert losses.shape == (runs,)
    assert set(losses) == {3.0}
    assert sum(told) == 3 * runs


def test_losses_that_contradict_each_other_count_for_nothing() -> None:
    losses = Coin(40, infinite=True).losses(0, 20, np.random.default_rng(1), lambda _: None)
    assert set(losses) == {0.0}
