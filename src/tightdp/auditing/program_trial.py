"""The worst data sets of a program that are known, in one direction."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from tightdp.accounting import Program
from tightdp.auditing.changed_records import ChangedRecords, Source
from tightdp.auditing.loss_score import LossScore
from tightdp.auditing.trial import AbstractTrial, Score, Tick
from tightdp.auditing.trial_step import TrialStep
from tightdp.auditing.worst_inputs import Way, ways_to_pull
from tightdp.auditing.worst_release import AbstractWorstRelease, Array
from tightdp.relations import AbstractRelation, Change
from tightdp.schemes import AbstractScheme, FullBatch

Releases = dict[Way, AbstractWorstRelease]

_ASKED: dict[Way, str] = {
    "removed": "asked for the records that leave",
    "inserted": "asked for the records that come",
    "opposite": "asked for both",
}
# Directions of a large group that are tried.
_MOST_DIRECTIONS = 9


@dataclass(frozen=True)
class ProgramTrial(AbstractTrial):
    """The total loss of the steps, each on a batch of its own.

    Parameters
    ----------
    steps
        The steps.
    direction
        Which records differ, and which of them pull.
    """

    steps: tuple[TrialStep, ...]
    direction: str
    both_orders: bool = False

    def observe(self, side: int, runs: int, rng: np.random.Generator, tick: Tick) -> Array:
        """Total losses."""
        total = np.zeros(runs)
        for step in self.steps:
            with np.errstate(invalid="ignore"):
                total += step.losses(side, runs, rng, tick)
        return np.where(np.isnan(total), 0.0, total)

    def score(self, before: Array, after: Array) -> Score:  # noqa: ARG002
        """The loss itself."""
        return np.asarray


def program_trials(program: Program, relation: AbstractRelation, source: Source) -> tuple[ProgramTrial, ...]:
    """One trial for each direction and each way to pull that may be the worst; of large groups some directions.

    Parameters
    ----------
    program
        What ran.
    relation
        Who may differ.
    source
        Where batches come from.

    Raises
    ------
    CannotAnswer
        If a mechanism has no known worst inputs.
    InvalidInput
        If the change does not fit the data set.
    """
    changes = relation.directions()
    if len(changes) > _MOST_DIRECTIONS:
        last = len(changes) - 1
        changes = tuple(changes[round(at * last / (_MOST_DIRECTIONS - 1))] for at in range(_MOST_DIRECTIONS))
    return tuple(trial for change in changes for trial in _trials(program, change, source))


def _trials(program: Program, change: Change, source: Source) -> Iterator[ProgramTrial]:
    kinds: list[tuple[ChangedRecords, Releases, int]] = []
    for step, count in program.parts:
        records = _records(step.scheme, change, source)
        kinds.append((records, ways_to_pull(step.mechanism, records.counts), count))
    ways: list[Way] = list(dict.fromkeys(way for _, releases, _ in kinds for way in releases))
    for way in ways:
        words = f"{_words(change)}, {_ASKED[way]}" if len(ways) > 1 else _words(change)
        yield ProgramTrial(tuple(_step(kind, way, kind[2]) for kind in kinds), words)
    if len(ways) > 1 and program.steps > 1:
        halves = [_step(kind, "removed", kind[2] - kind[2] // 2) for kind in kinds]
        halves += [_step(kind, "inserted", kind[2] // 2) for kind in kinds]
        yield ProgramTrial(tuple(step for step in halves if step.count), f"{_words(change)}, asked for each in turn")
    if not ways:
        yield ProgramTrial((), _words(change))


def _step(kind: tuple[ChangedRecords, Releases, int], way: Way, count: int) -> TrialStep:
    """The step with what pulls this way, or, where nothing can, with what pulls at all."""
    records, releases, _ = kind
    release = releases[way] if way in releases else next(iter(releases.values()))
    return TrialStep(records, LossScore.of(release, records.counts), count)


def _records(scheme: AbstractScheme, change: Change, source: Source) -> ChangedRecords:
    if isinstance(scheme, FullBatch) and change.removed == change.inserted:
        change = Change(substituted=change.leaving)  # as many come as go: the batches differ in replaced records
    return ChangedRecords(scheme, change, scheme.law(change), source)


def _words(change: Change) -> str:
    if change.substituted:
        return f"{change.substituted} substituted"
    return f"{change.removed} removed, {change.inserted} inserted"
