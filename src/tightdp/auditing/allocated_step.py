"""One kind of pass of random allocation on its worst inputs."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tightdp.accounting import Step
from tightdp.auditing.abstract_trial_step import AbstractTrialStep
from tightdp.auditing.changed_records import OTHERS, Source
from tightdp.auditing.loss_score import LossScore
from tightdp.auditing.worst_inputs import ways_to_pull
from tightdp.auditing.worst_release import Array
from tightdp.errors import CannotAnswer
from tightdp.relations import Change
from tightdp.schemes import ChangedCounts, RandomAllocation

# One update with the record, against one without it.
_SEEN = ChangedCounts((0.0, 1.0), (1.0,), "add-remove")
# Updates that are held at once.
_BLOCK = 1 << 20


@dataclass(frozen=True)
class AllocatedStep(AbstractTrialStep):
    """A pass in which the one changed record is in k of the t updates, with the likelihood ratio of the whole pass.

    The ratio is the mean over all k-subsets of the products of the updates' ratios.

    Parameters
    ----------
    scheme
        t and k.
    score
        The loss of one update with the record against one without it, and with it the release.
    is_removed
        Whether x holds the record, or else x'.
    source
        ``"scheme"``: every pass is drawn by the scheme's own sampler; ``"law"``: its updates are drawn alone.
    count
        How many passes there are.
    """

    scheme: RandomAllocation
    score: LossScore
    is_removed: bool
    source: Source
    count: int

    def loss(self, side: int, times: int, rng: np.random.Generator) -> Array:
        """Draws passes, releases every update, and scores them together."""
        updates = self.scheme.updates
        size = max(1, _BLOCK // updates)
        holds = (side == 0) == self.is_removed
        found: list[Array] = []
        for at in range(0, times, size):
            runs = min(size, times - at)
            there = self._there(runs, rng) if holds else np.zeros((runs, updates), dtype=np.int64)
            losses = self.score(self.score.release.sample(there.ravel(), rng)).reshape(runs, updates)
            found.append(_log_mean_of_products(losses, self.scheme.participations))
        total = np.concatenate(found)
        return total if self.is_removed else -total

    def _there(self, runs: int, rng: np.random.Generator) -> NDArray[np.int64]:
        """Which updates of each pass hold the record, ``(runs, t)``."""
        updates = self.scheme.updates
        there = np.zeros((runs, updates), dtype=np.int64)
        if self.source == "law":
            chosen = rng.permuted(np.tile(np.arange(updates), (runs, 1)), axis=1)[:, : self.scheme.participations]
            np.put_along_axis(there, chosen, 1, axis=1)
            return there
        record = int(rng.integers(OTHERS + 1))
        for at, batch in enumerate(self.scheme.batches(OTHERS + 1, runs, rng)):
            there[divmod(at, updates)] = int(record in batch)
        return there


def _log_mean_of_products(losses: Array, size: int) -> Array:
    """Logarithm of the mean, over all subsets of so many columns, of the products of ``e^loss``, ``(n,)``."""
    sums = np.full((size + 1, len(losses)), -np.inf)
    sums[0] = 0.0
    for column, one in enumerate(losses.T, start=1):
        # means over subsets of the first columns: each subset of k of them holds the newest one k times in c
        for k in range(min(size, column), 0, -1):
            with np.errstate(divide="ignore"):
                without = np.log((column - k) / column) + sums[k]
            sums[k] = np.logaddexp(without, np.log(k / column) + one + sums[k - 1])
    return sums[size]


def allocated_step(step: Step, scheme: RandomAllocation, change: Change, source: Source, count: int) -> AllocatedStep:
    """The trial of a pass.

    Parameters
    ----------
    step
        Mechanism and scheme.
    scheme
        The scheme of the step.
    change
        Which record differs.
    source
        Where batches come from.
    count
        Number of passes.

    Raises
    ------
    CannotAnswer
        If more than one record differs, or one is replaced.
    """
    if change.size != 1 or change.substituted:
        raise CannotAnswer(
            f"an audit of random allocation for {change}",
            "its worst inputs are known for one inserted or removed record",
            "AddRemove(), or an audit of your own function, with SampledRelease",
        )
    (release,) = ways_to_pull(step.mechanism, _SEEN).values()
    return AllocatedStep(scheme, LossScore.of(release, _SEEN), change.removed == 1, source, count)
