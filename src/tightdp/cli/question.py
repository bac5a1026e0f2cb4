"""Read what ran and what is asked, and account for it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from tightdp.accounting import Answer, account
from tightdp.cli.caution import run_warnings
from tightdp.cli.flag_origin import FlagOrigin
from tightdp.cli.flags import document_from_flags, given_flags
from tightdp.cli.run_options import RunOptions
from tightdp.errors import InvalidInput
from tightdp.spec import Run, RunDocument, build_run, read_document, read_ledger

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
    """

    document: RunDocument
    run: Run
    answer: Answer
    warnings: tuple[str, ...]


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
    document, names, assumed = described(options, delta)
    run = build_run(document, names)
    return Question(document, run, _answer(run, options, names), (*assumed, *run_warnings(run)))


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

    Raises
    ------
    InvalidInput
        If the options or the file are wrong, or both say what ran.
    """
    flags = given_flags(options)
    if options.run_file is not None and flags:
        named = [str(options.run_file), *flags]
        raise InvalidInput("what ran", named, "given by a run file or by flags, not by both")
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
