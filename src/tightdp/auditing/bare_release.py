"""A sum without noise."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from tightdp.auditing.pull import Pull
from tightdp.auditing.worst_release import AbstractWorstRelease, Array, Places


@dataclass(frozen=True)
class BareRelease(AbstractWorstRelease):
    """The sum without noise.

    Parameters
    ----------
    pull
        How far each changed record moves it.
    """

    pull: Pull

    def sample(self, places: Places, rng: np.random.Generator) -> Array:  # noqa: ARG002
        """The sums."""
        return self.pull.moved(places)

    def log_density(self, outputs: Array, place: int) -> Array:
        """0 where the output is the place's sum, ``-inf`` elsewhere."""
        return np.where(outputs == self.pull.moved(np.array([place])), 0.0, -np.inf)

    def seen(self, place: int) -> int:
        """Every number of records that pull."""
        return self.pull.seen(place)
