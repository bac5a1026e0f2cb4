"""A sum with noise, on records that pull as far as they may."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from tightdp.auditing.pull import Pull
from tightdp.auditing.worst_release import AbstractWorstRelease, Array, Places
from tightdp.pairs.noise import AbstractNoise

Draw = Callable[[np.random.Generator, int], Array]


@dataclass(frozen=True)
class ShiftRelease(AbstractWorstRelease):
    """``f(batch) + Z`` with f = +up on records of x that x' lacks, -down on those that only x' holds (S24).

    Parameters
    ----------
    noise
        The law of Z, or one with the same likelihood ratios at integer shifts.
    draw
        ``draw(rng, n)`` gives n independent Z.
    pull
        How far each changed record moves f.
    """

    noise: AbstractNoise
    draw: Draw
    pull: Pull

    def sample(self, places: Places, rng: np.random.Generator) -> Array:
        """Sums with fresh noise."""
        return self.pull.moved(places) + self.draw(rng, len(places))

    def log_density(self, outputs: Array, place: int) -> Array:
        """``log f(z - s) - log f(z)`` for the place's sum s."""
        return self.noise.log_ratio(outputs, self.pull.moved(np.array([place])))

    def seen(self, place: int) -> int:
        """Every number of records that pull."""
        return self.pull.seen(place)
