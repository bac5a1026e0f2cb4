"""How much is run, what is asked, and from which seed."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from tightdp.errors import InvalidInput
from tightdp.numerics.checks import below_one, real, whole

LEAST_RUNS = 100
# Share of the runs that choose the test; the others count its errors.
_CHOOSING = 0.3


@dataclass(frozen=True)
class AuditPlan:
    """``runs`` runs on each of two data sets: the first share chooses a test, the rest counts its errors.

    Parameters
    ----------
    delta
        delta in [0, 1) at which epsilon is bounded.
    runs
        Runs on each of the two data sets, at least 100.
    confidence
        Probability in (0, 1) that the bound on epsilon holds.
    seed
        Seed of every draw, a whole number >= 0; by default taken from the operating system.

    Raises
    ------
    InvalidInput
        If a value is outside its range.
    """

    delta: float
    runs: int = 100_000
    confidence: float = 0.95
    seed: int | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "delta", below_one("delta", self.delta))
        object.__setattr__(self, "runs", whole("runs", self.runs, LEAST_RUNS))
        confidence = real("confidence", self.confidence, "in (0, 1)")
        if not 0.0 < confidence < 1.0:
            raise InvalidInput("confidence", self.confidence, "in (0, 1)")
        object.__setattr__(self, "confidence", confidence)
        seed = _fresh_seed() if self.seed is None else self.seed
        object.__setattr__(self, "seed", whole("seed", seed, 0))

    @property
    def choosing(self) -> int:
        """Runs on each data set that choose the test."""
        return round(_CHOOSING * self.runs)

    @property
    def counting(self) -> int:
        """Runs on each data set that count the errors of the test."""
        return self.runs - self.choosing

    @property
    def risk(self) -> float:
        """``(1 - confidence) / 2``: the chance that is left to each of the two error rates."""
        return 0.5 * (1.0 - self.confidence)

    def generator(self, *key: int) -> np.random.Generator:
        """A source of randomness of its own for each key, the same for the same seed.

        Parameters
        ----------
        key
            Whole numbers >= 0 that tell the sources apart.
        """
        return np.random.default_rng(np.random.SeedSequence(self.seed, spawn_key=key))


def _fresh_seed() -> int:
    """53 bits from the operating system, so that every JSON reader keeps them."""
    return int(np.random.SeedSequence().generate_state(1, np.uint64)[0] >> np.uint64(11))
