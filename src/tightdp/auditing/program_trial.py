"""The worst data sets of a program that are known, in one direction."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial

import numpy as np

from tightdp.accounting import Program, Step
from tightdp.auditing.abstract_trial_step import AbstractTrialStep
from tightdp.auditing.allocated_step import allocated_step
from tightdp.auditing.changed_records import ChangedRecords, Source
from tightdp.auditing.loss_score import LossScore
from tightdp.auditing.trial import AbstractTrial, Score, Tick
from tightdp.auditing.trial_step import TrialStep
from tightdp.auditing.witness_step import WitnessStep, step_witnesses
from tightdp.auditing.worst_inputs import ways_to_pull
from tightdp.auditing.worst_release import Array
from tightdp.relations import AbstractRelation, Change
from tightdp.schemes import AbstractScheme, FullBatch, OwnScheme, RandomAllocation

MakeStep = Callable[[int], AbstractTrialStep]
Options = dict[str, MakeStep]

_ASKED: dict[str, str] = {
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

    steps: tuple[AbstractTrialStep, ...]
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
    kinds = [(_options(step, change, source), count) for step, count in program.parts]
    ways = list(dict.fromkeys(way for options, _ in kinds for way in options)) or ["nothing"]
    mixes = {tuple(_chosen(options, way) for options, _ in kinds): way for way in reversed(ways)}
    for makes, way in reversed(mixes.items()):
        words = f"{_words(change)}, {_ASKED.get(way, way)}" if len(mixes) > 1 else _words(change)
        steps = tuple(make(count) for make, (_, count) in zip(makes, kinds, strict=True))
        yield ProgramTrial(steps, words)
    if {"removed", "inserted"} <= set(ways) and program.steps > 1:
        halves = [_chosen(options, "removed")(count - count // 2) for options, count in kinds]
        halves += [_chosen(options, "inserted")(count // 2) for options, count in kinds if count > 1]
        yield ProgramTrial(tuple(halves), f"{_words(change)}, asked for each in turn")


def _options(step: Step, change: Change, source: Source) -> Options:
    """What the step may do, by the way in which it pulls; each makes a step that is taken so many times."""
    if isinstance(step.scheme, OwnScheme):
        return {words: partial(WitnessStep, witness) for words, witness in step_witnesses(step, change).items()}
    if isinstance(step.scheme, RandomAllocation):
        way = "removed" if change.removed else "inserted"
        return {way: partial(allocated_step, step, step.scheme, change, source)}
    records = _records(step.scheme, change, source)
    releases = ways_to_pull(step.mechanism, records.counts)
    return {
        way: partial(TrialStep, records, LossScore.of(release, records.counts)) for way, release in releases.items()
    }


def _chosen(options: Options, way: str) -> MakeStep:
    """What pulls this way, or, where nothing can, what pulls at all."""
    return options[way] if way in options else next(iter(options.values()))


def _records(scheme: AbstractScheme, change: Change, source: Source) -> ChangedRecords:
    if isinstance(scheme, FullBatch) and change.removed == change.inserted:
        change = Change(substituted=change.leaving)  # as many come as go: the batches differ in replaced records
    return ChangedRecords(scheme, change, scheme.law(change), source)


def _words(change: Change) -> str:
    if change.substituted:
        return f"{change.substituted} substituted"
    return f"{change.removed} removed, {change.inserted} inserted"
