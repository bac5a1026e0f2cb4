"""The six runs: how batches are drawn, whom the promise protects, and the noise that this takes."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace

from tightdp import Budget, Program, TrainingPlan, least_noise
from tightdp.planning.training_plan import Sampling

RECORDS = 1500  # public: under substitution the number of records stays
BATCH = 150  # public: every sum is divided by it, also where a Poisson batch came out smaller or larger
STEPS = 200
TARGET = Budget(epsilon=4.0, delta=1e-5)
RECORDS_PER_USER = 4

SAMPLINGS: tuple[Sampling, ...] = ("poisson", "without-replacement", "with-replacement")
LEVELS: Mapping[str, int] = {"record": 1, "user": RECORDS_PER_USER}
NAMES = tuple(f"{sampling}/{level}" for level in LEVELS for sampling in SAMPLINGS)


@dataclass(frozen=True)
class Run:
    """One of the six.

    Parameters
    ----------
    sampling
        How batches are drawn.
    level
        Whom the promise protects: ``"record"``, or a ``"user"`` with up to four records.
    steps
        Noisy updates.
    """

    sampling: Sampling
    level: str
    steps: int = STEPS

    @property
    def name(self) -> str:
        """Both words, as in ``--only``."""
        return f"{self.sampling}/{self.level}"

    def planned(self) -> TrainingPlan:
        """The plan with the least noise, rounded up to three decimals, that keeps it within the target.

        The same target and the same relation for all six: some records are *replaced*, one or a user's four.
        """
        aim = TrainingPlan(
            dataset_size=RECORDS,
            batch_size=BATCH,
            updates=self.steps,
            sampling=self.sampling,
            neighbours="substitute",
            records_per_user=LEVELS[self.level],
            delta=TARGET.delta,
            target_epsilon=TARGET.epsilon,
        )

        def program(noise: float) -> Program:
            return replace(aim, noise_multiplier=noise).program

        least = least_noise(program, aim.relation, TARGET, between=(0.1, 1000.0), tolerance=1e-4).value
        return replace(aim, noise_multiplier=math.ceil(1000.0 * least) / 1000.0)


def all_runs(steps: int = STEPS) -> tuple[Run, ...]:
    """The six runs, records first.

    Parameters
    ----------
    steps
        Noisy updates of each.
    """
    return tuple(Run(sampling, level, steps) for level in LEVELS for sampling in SAMPLINGS)
