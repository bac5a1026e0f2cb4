"""Read what ran and what is asked, and account for it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from tightdp.accounting import Answer, account
from tightdp.cli.caution import run_warnings
from tightdp.cli.flag_origin import FlagOrigin
from tightdp.cli.flags import document_from_flags, refuse_file_and_flags
from tightdp.cli.plan_file import PlanValues, plan_of
from tightdp.cli.run_options import RunOptions
from tightdp.errors import InvalidInput
from tightdp.planning import TrainingPlan
from tightdp.spec import Run, RunDocument, build_run, read_document, read_ledger
from tightdp.spec.plan_run import plan_run

if TYPE_CHECKING:
    from tightdp.spec.origin import Origin


@dataclass(frozen=True, slots=True)
class Question:
    """A run, what is asked about it, and the answer object.

    Parameters
    ----------
    document
        What ran and what is asked, as a document.
    run
        The same as the library's objects.
    answer
        Answers for every delta and epsilon.
    warnings
        A sentence for each thing that the user may not have meant.
    plan
        The plan that the run follows from, if it was read from one.
    """

    document: RunDocument
    run: Run
    answer: Answer
    warnings: tuple[str, ...]
    plan: TrainingPlan | None = None

    @property
    def reasons(self) -> tuple[str, ...]:
        """Where rate and steps come from; empty when a run was given as it is."""
        return self.plan.reasons if self.plan else ()

    @property
    def granted(self) -> tuple[str, ...]:
        """What the plan takes for granted; empty when there is none."""
        return self.plan.assumptions if self.plan else ()

    @property
    def unit(self) -> str:
        """What the data set has n of: a user where a plan counts users, otherwise a record."""
        return "user" if self.plan and self.plan.users_per_round is not None else "record"


def ask(options: RunOptions, delta: float | None = None) -> Question:
    """Account for the run that the options describe.

    Parameters
    ----------
    options
        The shared options.
    delta
        ``--delta``, or ``None`` to take the run file's.

    Returns
    -------
    Question
        Options given next to a run file replace the file's values.
    """
    refuse_file_and_flags(options)
    planned = _planned(options, delta)
    document, names, assumed = _described(options, delta, planned)
    run = build_run(document, names)
    plan = planned[0] if planned else None
    warnings = plan.warnings() if plan else run_warnings(run)
    return Question(document, run, _answer(run, options, names), (*assumed, *warnings), plan)


def described(options: RunOptions, delta: float | None = None) -> tuple[RunDocument, FlagOrigin, tuple[str, ...]]:
    """The document that the options describe, not yet checked for ranges.

    Parameters
    ----------
    options
        The shared options.
    delta
        ``--delta``, or ``None`` to take the run file's.

    Returns
    -------
    tuple
        The document, what names its places, and a sentence for each thing that was assumed.

    """
    refuse_file_and_flags(options)
    return _described(options, delta, _planned(options, delta))


def _described(
    options: RunOptions, delta: float | None, planned: tuple[TrainingPlan, FlagOrigin] | None
) -> tuple[RunDocument, FlagOrigin, tuple[str, ...]]:
    if planned:
        plan, names = planned
        document, origin = plan_run(plan, names)
        return document, FlagOrigin({}, origin), ()
    origin: Origin
    if options.run_file is None:
        document, origin, assumed = document_from_flags(options)
    else:
        (document, origin), assumed = read_document(options.run_file), _unfinished(options.run_file)
    given = {
        "relation": None if options.relation is None else options.relation.value,
        "group_size": options.group_size,
        "delta": delta,
    }
    replaced = {key: value for key, value in given.items() if value is not None}
    document = msgspec.structs.replace(document, **replaced)
    flag_names = {"relation": "--relation", "group_size": "--group-size", "delta": "--delta"}
    names = FlagOrigin({(key,): flag_names[key] for key in replaced}, origin)
    return document, names, tuple(assumed)


def _planned(options: RunOptions, delta: float | None) -> tuple[TrainingPlan, FlagOrigin] | None:
    """The plan, if the file holds one."""
    if options.run_file is None:
        return None
    return plan_of(options.run_file, PlanValues(options.relation, options.group_size, delta))


def _unfinished(run_file: Path) -> list[str]:
    """What was left out of a ledger that ends in a line that was never finished."""
    if run_file.suffix.lower() != ".jsonl":
        return []
    kept = read_ledger(run_file).kept
    return [f"{run_file}: {kept}"] if kept else []


def _answer(run: Run, options: RunOptions, names: Origin) -> Answer:
    """Account, and name what does not fit in the user's words."""
    try:
        return account(run.program, run.relation, rtol=options.rtol, route=options.route.value)
    except InvalidInput as error:
        words = {"rtol": "--rtol", "group_size": names.subject(("group_size",))}
        name = words.get(error.name, error.name)
        raise InvalidInput(name, error.value, error.allowed, error.hint) from None
