"""A statement of what a run promises, to whom, and what it rests on (after NIST SP 800-226)."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.metadata import version

from tightdp.accounting import Answer
from tightdp.accounting.risk import risk
from tightdp.errors import InvalidInput
from tightdp.numerics.bound import Bound
from tightdp.numerics.checks import below_one, whole
from tightdp.numerics.number_text import exact_text, rounded_down, rounded_up
from tightdp.report.statement_parts import noise_words, not_covered, protected, releases, taken_for_granted
from tightdp.report.theorem_words import theorem_in_words

TITLE = "Differential privacy statement"


@dataclass(frozen=True, slots=True)
class PrivacyStatement:
    """Sections of sentences, and the numbers in them.

    Parameters
    ----------
    sections
        A heading and its sentences each.
    numbers
        Epsilon, delta, relation and the rest, for programs.
    """

    sections: tuple[tuple[str, tuple[str, ...]], ...]
    numbers: dict[str, object]

    @property
    def text(self) -> str:
        """Plain text."""
        parts = [f"{heading}\n" + "\n".join(f"  - {line}" for line in lines) for heading, lines in self.sections]
        return "\n\n".join([TITLE, *parts]) + "\n"

    @property
    def markdown(self) -> str:
        """Markdown, with a heading for each section."""
        parts = [f"## {heading}\n\n" + "\n".join(f"- {line}" for line in lines) for heading, lines in self.sections]
        return "\n\n".join([f"# {TITLE}", *parts]) + "\n"

    def as_dict(self) -> dict[str, object]:
        """The numbers and every sentence, ready for JSON; infinity is the word ``"Infinity"``."""
        return {**self.numbers, "sections": {heading: list(lines) for heading, lines in self.sections}}

    def to_json(self) -> str:
        """The same as JSON text."""
        return json.dumps(self.as_dict(), indent=2, ensure_ascii=False, allow_nan=False) + "\n"

    def __str__(self) -> str:
        return self.text


def privacy_statement(
    answer: Answer,
    delta: float,
    *,
    unit: str = "record",
    reasons: Sequence[str] = (),
    assumptions: Sequence[str] = (),
    selected_among: int = 1,
) -> PrivacyStatement:
    """Who is protected, under which relation and assumptions, with which epsilon and delta, by which theorems.

    Parameters
    ----------
    answer
        Certified privacy of a run.
    delta
        In [0, 1).
    unit
        What the data set has n of, in one word: ``"record"``, ``"user"``.
    reasons
        Where rate and steps come from, such as ``plan.reasons``.
    assumptions
        What is taken for granted, such as ``plan.assumptions``; by default what follows from the program.
    selected_among
        How many runs there were of which this one was chosen, 1 for none.

    Returns
    -------
    PrivacyStatement
        As text, Markdown and JSON.

    Raises
    ------
    InvalidInput
        If an argument has the wrong type or range.
    """
    share, runs = below_one("delta", delta), whole("selected_among", selected_among, 1)
    if not isinstance(unit, str) or not unit.strip():  # pyright: ignore[reportUnnecessaryIsInstance]
        raise InvalidInput("unit", unit, "a word such as 'record' or 'user'")
    program, relation = answer.program, answer.relation
    found = risk(answer, share, gaussian=False)
    granted = tuple(assumptions) or taken_for_granted(program, relation, unit)
    library = f"tightdp {version('tightdp')}"
    because = answer.because
    theorems = tuple(f"{key}: {theorem_in_words(key)}" for key in because.theorems)
    how = f"{library}: certified lower and upper ends by composing privacy losses, route {because.route}"
    sections = (
        ("Guarantee", _guarantee(found.epsilon, share, program.releases, tight=answer.tight)),
        ("Who is protected", (protected(relation, unit),)),
        ("What was released", releases(program) or ("nothing",)),
        ("What the noise is", noise_words(program, unit)),
        ("Where the numbers come from", tuple(reasons)),
        ("What is taken for granted", granted),
        ("What it means for an attacker", found.sentences(unit)),
        ("Method", (how, *theorems, *because.notes)),
        ("What is not covered", not_covered(program, runs)),
    )
    numbers: dict[str, object] = {
        "epsilon": _ends(found.epsilon),
        "delta": share,
        "advantage": _ends(found.advantage),
        "relation": relation.name,
        "group_size": relation.group_size,
        "unit": unit,
        "steps": program.steps,
        "tight": answer.tight,
        "theorems": list(because.theorems),
        "selected_among": runs,
        "version": version("tightdp"),
    }
    return PrivacyStatement(tuple(section for section in sections if section[1]), numbers)


def _guarantee(epsilon: Bound, delta: float, releases: int, *, tight: bool) -> tuple[str, ...]:
    what = f"the whole run of {releases} releases, everything it published together"
    if math.isinf(epsilon.upper):
        return (f"no finite epsilon holds at delta = {exact_text(delta)} for {what}",)
    lower = rounded_down(epsilon.lower)
    known = (
        f"the exact value is at least {lower}"
        if tight
        else f"a concrete pair of data sets reaches {lower}; the exact value is in between"
    )
    return (f"epsilon is at most {rounded_up(epsilon.upper)} at delta = {exact_text(delta)} for {what}", known)


def _ends(bound: Bound) -> dict[str, float | str]:
    return {
        name: end if math.isfinite(end) else "Infinity"
        for name, end in (("lower", bound.lower), ("upper", bound.upper))
    }
