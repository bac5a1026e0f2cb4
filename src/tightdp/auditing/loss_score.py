"""The exact privacy loss of one output, as a score."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from tightdp.auditing.worst_release import AbstractWorstRelease, Array
from tightdp.schemes import ChangedCounts

# Less likely numbers of changed records are left out of the score; the runs still have them.
_NEGLIGIBLE = 1e-12


@dataclass(frozen=True)
class LossScore:
    """``L(z) = log sum_i p_i f_i(z) - log sum_j q_j f_-j(z)``: the likelihood ratio of an attained pair.

    Parameters
    ----------
    release
        The release, with densities f at each place.
    above, below
        Probability of each place that can be told apart, under x and under x'.
    """

    release: AbstractWorstRelease
    above: Mapping[int, float]
    below: Mapping[int, float]

    @classmethod
    def of(cls, release: AbstractWorstRelease, counts: ChangedCounts) -> LossScore:
        """The score of a release under the law of the number of changed records.

        Parameters
        ----------
        release
            The release.
        counts
            The law.
        """
        return cls(release, _weights(release, counts.p, 1), _weights(release, counts.q, -1))

    def __call__(self, outputs: Array) -> Array:
        """The loss of each output, ``(n,)``, in nats.

        Parameters
        ----------
        outputs
            What the release gave.
        """
        logs = {place: self.release.log_density(outputs, place) for place in {**self.above, **self.below}}
        with np.errstate(invalid="ignore"):
            loss = _log_mixture(self.above, logs) - _log_mixture(self.below, logs)
        return np.where(np.isnan(loss), 0.0, loss)


def _weights(release: AbstractWorstRelease, weights: tuple[float, ...], sign: int) -> dict[int, float]:
    found: dict[int, float] = {}
    for number, weight in enumerate(weights):
        if weight > _NEGLIGIBLE:
            place = release.seen(sign * number)
            found[place] = found.get(place, 0.0) + weight
    return found


def _log_mixture(weights: Mapping[int, float], logs: Mapping[int, Array]) -> Array:
    rows = [np.log(weight) + logs[place] for place, weight in weights.items()]
    return rows[0] if len(rows) == 1 else np.logaddexp.reduce(rows)
