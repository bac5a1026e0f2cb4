"""Several releases about one batch."""

from __future__ import annotations

from dataclasses import dataclass
from functools import reduce

import numpy as np

from tightdp.auditing.worst_release import AbstractWorstRelease, Array, Places


@dataclass(frozen=True)
class JointRelease(AbstractWorstRelease):
    """``(M_1(batch), ..., M_r(batch))`` with independent noise.

    Parameters
    ----------
    parts
        The releases.
    """

    parts: tuple[AbstractWorstRelease, ...]

    def sample(self, places: Places, rng: np.random.Generator) -> Array:
        """The outputs of all parts, ``(r, n)``."""
        return np.array([part.sample(places, rng) for part in self.parts])

    def log_density(self, outputs: Array, place: int) -> Array:
        """The sum over the parts."""
        rows = [part.log_density(z, place) for part, z in zip(self.parts, outputs, strict=True)]
        return reduce(np.add, rows)

    def seen(self, place: int) -> int:
        """As much as the part that sees most."""
        return max((part.seen(place) for part in self.parts), key=abs)
