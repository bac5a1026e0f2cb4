"""A sum with noise, on records that pull as far as they may."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from tightdp.auditing.worst_release import AbstractWorstRelease, Array, Places
from tightdp.pairs.noise import AbstractNoise

Draw = Callable[[np.random.Generator, int], Array]


@dataclass(frozen=True)
class Pull:
    """How far each changed record moves the sum: ``i up`` at place i, ``-j down`` at place -j.

    Parameters
    ----------
    up
        Distance for each record of x that x' lacks, in multiples of one record's contribution.
    down
        Distance for each record that only x' holds, the other way.
    """

    up: float
    down: float

    def moved(self, places: Places) -> Array:
        """The sum at each place, ``(n,)``.

        Parameters
        ----------
        places
            The places, ``(n,)``.
        """
        return np.where(places > 0, places * self.up, places * self.down) + 0.0

    def seen(self, place: int) -> int:
        """The place, or 0 where its records do not move the sum.

        Parameters
        ----------
        place
            The place.
        """
        return place if (self.up if place > 0 else self.down) else 0


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
