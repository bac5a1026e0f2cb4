"""The one call: run a mechanism on two neighbouring data sets, and bound epsilon from below."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, overload

from tightdp.accounting import Program, Step
from tightdp.accounting.question import checked_program
from tightdp.auditing.audit_plan import AuditPlan
from tightdp.auditing.audit_result import AuditResult
from tightdp.auditing.changed_records import Source, can_draw
from tightdp.auditing.neighbours import Neighbours
from tightdp.auditing.program_trial import program_trials
from tightdp.auditing.release_trial import ReleaseTrial
from tightdp.auditing.sampled_release import SampledRelease
from tightdp.auditing.threshold_test import ThresholdTest, chosen_test
from tightdp.auditing.trial import AbstractTrial, Score, Tick
from tightdp.errors import InvalidInput
from tightdp.relations import AbstractRelation

BatchSource = Literal["auto", "scheme", "law"]
BATCH_SOURCES: tuple[BatchSource, ...] = ("auto", "scheme", "law")
Progress = Callable[[int, int], None]
Tried = tuple[AbstractTrial, Score, ThresholdTest, float]
# Batches that are drawn one by one unless more are asked for: some 10 to 40 microseconds each.
_MOST_DRAWN = 1_000_000
# Releases of one audit.
_MOST_RELEASES = 10**11
# Runs that are observed at once when errors are counted.
_CHUNK = 8192


@overload
def audit(
    release: Program | Step,
    neighbours: AbstractRelation,
    *,
    delta: float,
    runs: int = ...,
    confidence: float = ...,
    seed: int | None = ...,
    batches: BatchSource = ...,
    progress: Progress | None = ...,
) -> AuditResult: ...


@overload
def audit(
    release: SampledRelease,
    neighbours: Neighbours,
    *,
    delta: float,
    runs: int = ...,
    confidence: float = ...,
    seed: int | None = ...,
    progress: Progress | None = ...,
) -> AuditResult: ...


def audit(
    release: Program | Step | SampledRelease,
    neighbours: AbstractRelation | Neighbours,
    *,
    delta: float,
    runs: int = 100_000,
    confidence: float = 0.95,
    seed: int | None = None,
    batches: BatchSource = "auto",
    progress: Progress | None = None,
) -> AuditResult:
    """``eps >= log((1 - delta - FNR) / FPR)`` for a test between two data sets, from runs that are really made.

    A first share of the runs chooses the data sets, the score's threshold and its direction; the other runs, which
    had no part in that, count the errors of this one test. Each error rate is replaced by its upper end after Clopper
    and Pearson at half the risk, so that both hold together with probability ``confidence``. What comes out is a
    lower bound: it can refute a claimed epsilon and never prove one.

    Parameters
    ----------
    release
        What runs: a program (or step), on the worst inputs that are known for it (on a scheme of your own, its
        witnesses), with the exact privacy loss as the score; or a function of your own, :class:`SampledRelease`.
    neighbours
        For a program the relation, of which each direction is tried; for your own function two data sets,
        :class:`Neighbours`.
    delta
        delta in [0, 1) at which epsilon is bounded. A test sees nothing that is much rarer than one run in ``runs``,
        so take a delta well above ``1 / runs`` where you can choose.
    runs
        Runs on each of the two data sets, at least 100.
    confidence
        Probability in (0, 1), over the audit's own randomness, that the reported number is no larger than the true
        epsilon of what ran.
    seed
        A whole number >= 0; the same seed gives the same result. By default it comes from the operating system, and the
        result records it.
    batches
        Where a program's batches come from: ``"scheme"``, its own sampler, which is then audited too; ``"law"``, the
        law of the number of changed records, which is quicker; ``"auto"``, the sampler as long as the data set has at
        most 10,000 records and at most a million batches are drawn. The result says which it was.
    progress
        Told the number of releases made so far and the number in all. It has no influence on the result.

    Raises
    ------
    InvalidInput
        If an argument has the wrong type or range.
    CannotAnswer
        If no worst inputs of a mechanism are known.

    Examples
    --------
    >>> from tightdp import AddRemove, Gaussian, Poisson, Step, account
    >>> from tightdp.auditing import audit
    >>> step = Step(Gaussian(noise_multiplier=1.0), Poisson(rate=0.5))
    >>> found = audit(step, AddRemove(), delta=0.01, runs=5_000, seed=1)
    >>> bool(found.consistent_with(account(step, AddRemove())))
    True
    """
    plan = AuditPlan(delta, runs, confidence, seed)
    if isinstance(release, SampledRelease):
        if not isinstance(neighbours, Neighbours):
            raise InvalidInput("neighbours", neighbours, "Neighbours(before, after), two data sets for your function")
        trials: tuple[AbstractTrial, ...] = (ReleaseTrial(release, neighbours),)
        source, steps = "scheme", release.steps
    else:
        if isinstance(neighbours, Neighbours):
            raise InvalidInput("neighbours", neighbours, "a relation, such as AddRemove(), for a program")
        program = checked_program(release, neighbours, "tightest")
        source, steps = _source(program, neighbours, batches, plan), program.steps
        trials = program_trials(program, neighbours, source)
    total = 2 * plan.runs * steps
    if total > _MOST_RELEASES:
        raise InvalidInput("runs", runs, f"so few that runs times {steps} steps is at most {_MOST_RELEASES // 2}")
    share = max(1, plan.choosing // len(trials))
    tick = _counter(progress, 2 * steps * (share * len(trials) + plan.counting))
    tried = [_tried(trial, number, plan, share, tick) for number, trial in enumerate(trials)]
    return _counted(max(tried, key=lambda one: one[-1]), plan, source, tick)


def _source(program: Program, relation: AbstractRelation, batches: str, plan: AuditPlan) -> Source:
    """Where batches come from."""
    if batches not in BATCH_SOURCES:
        raise InvalidInput("batches", batches, f"one of {', '.join(BATCH_SOURCES)}")
    changes = relation.directions()
    small = all(can_draw(step.scheme, change) for step, _ in program.parts for change in changes[:1])
    if batches == "scheme" and not small:
        allowed = "'law' or 'auto' for data sets of more than 10,000 records and for a scheme of your own"
        raise InvalidInput("batches", batches, allowed, "SampledRelease draws what its sampler gives.")
    if batches == "auto":
        drawn = sum(count * step.scheme.batches_per_step for step, count in program.parts)
        return "scheme" if small and 2 * plan.runs * drawn <= _MOST_DRAWN else "law"
    return "scheme" if batches == "scheme" else "law"


def _counter(progress: Progress | None, total: int) -> Tick:
    done = 0

    def tick(count: int) -> None:
        nonlocal done
        done += count
        if progress is not None:
            progress(done, total)

    return tick


def _counted(chosen: Tried, plan: AuditPlan, source: str, tick: Tick) -> AuditResult:
    """The errors of the chosen test on the other runs."""
    trial, score, test, _ = chosen
    errors = [0, 0]
    for side in (0, 1):
        rng = plan.generator(1, 0, side)
        for start in range(0, plan.counting, _CHUNK):
            runs = min(_CHUNK, plan.counting - start)
            said = test.positives(score(trial.observe(side, runs, rng, tick)))
            errors[side] += runs - said if (side == 1) == test.mirrored else said
    looked_for = 1 if test.mirrored else 0
    return AuditResult(
        delta=plan.delta,
        confidence=plan.confidence,
        runs=plan.runs,
        counted=plan.counting,
        false_negatives=errors[looked_for],
        false_positives=errors[1 - looked_for],
        test=test,
        direction=f"{trial.direction}, the other way round" if test.mirrored else trial.direction,
        batches=source,
        seed=plan.seed if plan.seed is not None else 0,
    )


def _tried(trial: AbstractTrial, number: int, plan: AuditPlan, runs: int, tick: Tick) -> Tried:
    """The score and the test that the first share of the runs recommends, and what they promise."""
    before, after = (trial.observe(side, runs, plan.generator(0, number, side), tick) for side in (0, 1))
    score = trial.score(before, after)
    test, promise = chosen_test(score(before), score(after), plan, both_orders=trial.both_orders)
    return trial, score, test, promise
