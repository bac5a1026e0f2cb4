"""The contract of two data sets that an audit tries to tell apart."""

from __future__ import annotations

import abc
from collections.abc import Callable

import numpy as np

from tightdp.auditing.worst_release import Array

Tick = Callable[[int], None]
Score = Callable[[Array], Array]


class AbstractTrial(abc.ABC):
    """A mechanism that can be run on x (side 0) and on x' (side 1), and a score of what it gives.

    ``direction`` says in words which data sets these are, and ``both_orders`` whether (x', x) are neighbours too and
    belong to this trial.
    """

    direction: str
    both_orders: bool

    @abc.abstractmethod
    def observe(self, side: int, runs: int, rng: np.random.Generator, tick: Tick) -> Array:
        """What ``runs`` independent runs give, ``(runs, ...)``.

        Parameters
        ----------
        side
            0 for x, 1 for x'.
        runs
            Number of runs.
        rng
            Source of randomness.
        tick
            Told the number of releases made since it was last told.
        """

    @abc.abstractmethod
    def score(self, before: Array, after: Array) -> Score:
        """The score, learned from the first share of the runs where it has to be learned.

        Parameters
        ----------
        before, after
            What :meth:`observe` gave on either side.
        """
