"""The answer of ``tightdp explain`` in its three forms."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tightdp.accounting import Because
from tightdp.cli.describe import assumptions
from tightdp.cli.output import Output, bound_record, question_record, question_rows
from tightdp.cli.question import Question
from tightdp.numerics.bound import Bound
from tightdp.report import Table, exact_text, rounded_down, rounded_up, theorem_in_words

SHOWN_DIRECTIONS = 9
ROUTES = {
    "tightest": "the best of all that is proven",
    "specific": "only what uses the law of the noise",
    "agnostic": "only what holds for any mechanism with the same profile",
}


def explain_output(question: Question) -> Output:
    """Theorems in words, route, distances, directions, and the rounding if a delta is asked about.

    Parameters
    ----------
    question
        The question; with a delta, its epsilon is computed and its rounding told.

    Returns
    -------
    Output
        Table, JSON record and CSV rows.
    """
    delta = question.run.delta
    epsilon = None if delta is None else question.answer.epsilon(delta)
    because = question.answer.because if epsilon is None else question.answer.why(epsilon)
    asked = [] if epsilon is None else _asked(epsilon, delta or 0.0)
    rows = [
        *asked,
        *(row for row in question_rows(question) if row[0] != "because"),
        ("route", f"{because.route}: {ROUTES[because.route]}"),
        *([("rounding", _rounding(because.rounding))] if because.rounding else []),
        *(("note", note) for note in because.notes),
        *(("assumes", sentence) for sentence in assumptions(question)),
    ]
    theorems = [(key, theorem_in_words(key)) for key in because.theorems]
    directions = _directions(because)
    shown = directions[:SHOWN_DIRECTIONS]
    if len(directions) > len(shown):
        shown.append((f"and {len(directions) - len(shown)} more", "", "", ""))
    record: dict[str, Any] = {} if epsilon is None else {"epsilon": bound_record(epsilon), "delta": delta}
    record["theorems"] = [{"key": key, "words": words} for key, words in theorems]
    return Output(
        (
            Table(("part", "text"), tuple(rows), has_header=False),
            Table(("theorem", "what it says"), tuple(theorems)),
            Table(("direction", "theorems", "tight", "distances"), tuple(shown)),
        ),
        record | question_record(question, because, question.warnings),
        _sheet(rows, theorems, directions),
    )


def _asked(epsilon: Bound, delta: float) -> list[tuple[str, str]]:
    ends = f"<= {rounded_up(epsilon.upper)}, lower end {rounded_down(epsilon.lower)}"
    return [("epsilon", f"{ends}, at delta {exact_text(delta)}")]


def _rounding(rounding: Mapping[str, float]) -> str:
    grid = f"{rounding['points']:.0f} grid points, {rounding['spacing']:.3g} nats apart, tilt {rounding['tilt']:.3g}"
    return f"{grid}; rounding and tails cost {rounding['margin']:.2g} of delta"


def _directions(because: Because) -> list[tuple[str, str, str, str]]:
    return [
        (
            reason.words,
            ", ".join(reason.theorems) or "none needed",
            "yes" if reason.tight else "no",
            "; ".join(words for words in reason.distances if words) or "none",
        )
        for reason in because.directions
    ]


def _sheet(
    rows: list[tuple[str, str]], theorems: list[tuple[str, str]], directions: list[tuple[str, str, str, str]]
) -> Table:
    cells = [
        *((part, "", text) for part, text in rows),
        *(("theorem", key, words) for key, words in theorems),
        *(("direction", words, f"{keys}; tight: {tight}; {far}") for words, keys, tight, far in directions),
    ]
    return Table(("part", "name", "text"), tuple(cells))
