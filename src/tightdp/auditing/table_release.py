"""An answer from a finite table, which says whether the batch holds a changed record."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from tightdp.auditing.worst_release import AbstractWorstRelease, Array, Places
from tightdp.pairs.discrete import Discrete


@dataclass(frozen=True, eq=False)
class TableRelease(AbstractWorstRelease):
    """The membership mechanism (B18 Thm 13): the output's law depends on whether the place is 0, above or below it.

    Parameters
    ----------
    unchanged, above, below
        Masses of the outputs at place 0, at places > 0 and at places < 0, ``(m,)`` each.
    """

    unchanged: Array
    above: Array
    below: Array

    @classmethod
    def membership(cls, pair: Discrete, *, of_removed: bool) -> TableRelease:
        """Answers by P where the batch holds a record that the question is about, and by Q elsewhere.

        Parameters
        ----------
        pair
            A pair (P, Q) that the mechanism attains for one changed record.
        of_removed
            Whether the question is about records that x' lacks, or about those that only x' holds.
        """
        changed = np.concatenate([np.exp(pair.log_p), [pair.p_infinite, 0.0]])
        unchanged = np.concatenate([np.exp(pair.log_q), [0.0, pair.q_infinite]])
        return cls(unchanged, *((changed, unchanged) if of_removed else (unchanged, changed)))

    def _law(self, place: int) -> Array:
        if place == 0:
            return self.unchanged
        return self.above if place > 0 else self.below

    def sample(self, places: Places, rng: np.random.Generator) -> Array:
        """Numbers of outputs, drawn by the inverse of the cumulated masses."""
        uniform = rng.random(len(places))
        out = np.empty(len(places))
        for sign in (-1, 0, 1):
            at = np.sign(places) == sign
            sums = np.cumsum(self._law(sign))
            out[at] = np.searchsorted(sums[:-1], uniform[at] * sums[-1], side="right")
        return out

    def log_density(self, outputs: Array, place: int) -> Array:
        """Logarithm of the mass."""
        with np.errstate(divide="ignore"):
            return np.log(self._law(place))[outputs.astype(np.intp)]

    def seen(self, place: int) -> int:
        """The sign, where it matters."""
        return 0 if self._law(place) is self.unchanged else int(np.sign(place))
