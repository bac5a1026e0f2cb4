"""Every raise has a test that matches its wording.

The wording of a raise is what its constants spell out. It counts as tested when a test file that uses
``match=`` holds a string with three words of it in a row.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from house.sources import assert_none, called_name, excused, files_of_tests, shown, source_files, texts, tree

OWN_ERRORS = {
    "InvalidInput": ("name", "value", "allowed", "hint"),
    "CannotAnswer": ("asked", "reason", "instead"),
}
SPELLED = {
    "InvalidInput": "{name} must be {allowed}, got {value}. {hint}",
    "CannotAnswer": "{asked}: {reason}. {instead}",
}
NOT_A_MESSAGE = {"Exit", "SystemExit", "StopIteration"}
HOLE = "\N{OBJECT REPLACEMENT CHARACTER}"
FILLERS = {"must", "be", "got", "a", "an", "the", "of", "or", "is", "no"}


class Raised(NamedTuple):
    """One place that makes an error, with its wording; a hole stands for what only the run knows."""

    path: Path
    line: int
    error: str
    wording: str


def spelled(node: ast.expr | None) -> str:
    """What the constants of an expression spell, with a hole for each other part."""
    match node:
        case ast.Constant(value=str(text)):
            return text
        case ast.JoinedStr(values=values):
            return "".join(spelled(value) for value in values)
        case ast.BinOp(left=left, op=ast.Add(), right=right):
            return spelled(left) + spelled(right)
        case _:
            return HOLE


def wording(call: ast.Call) -> str:
    """The message a call to an error class spells out."""
    name = called_name(call)
    given = {keyword.arg or "": keyword.value for keyword in call.keywords}
    if name in OWN_ERRORS:
        given |= dict(zip(OWN_ERRORS[name], call.args, strict=False))
        return SPELLED[name].format(**{field: spelled(given.get(field)) for field in OWN_ERRORS[name]})
    return HOLE.join(spelled(part) for part in [*call.args, *given.values()])


def raised() -> Iterator[Raised]:
    """Each error that the package makes: our own types where they are made, others where they are raised."""
    for path in source_files():
        for node in ast.walk(tree(path)):
            call = node.exc if isinstance(node, ast.Raise) else node
            if not isinstance(call, ast.Call) or called_name(call) in NOT_A_MESSAGE:
                continue
            if isinstance(node, ast.Raise) != (called_name(call) in OWN_ERRORS):
                yield Raised(path, call.lineno, called_name(call), wording(call))


def words(text: str) -> list[str]:
    return re.findall(r"[\w'-]+|" + HOLE, text.replace("\\", "").lower())


def runs(text: str) -> set[tuple[str, ...]]:
    """Every three words in a row without a hole that say something."""
    row = words(text)
    triples = zip(row, row[1:], row[2:], strict=False)
    return {triple for triple in triples if HOLE not in triple and not FILLERS.issuperset(triple)}


def matched_texts() -> Iterator[str]:
    """Strings of the test files that match an error's text."""
    for path in files_of_tests():
        if "match=" in path.read_text(encoding="utf-8") and "house" not in path.parts:
            yield from texts(tree(path))


def test_every_raise_has_a_test_that_matches_its_wording() -> None:
    tested = {run for text in matched_texts() for run in runs(text)}
    assert_none(
        {
            f"{shown(place.path, place.line)} {place.wording!r}"
            for place in raised()
            if runs(place.wording) and not runs(place.wording) & tested and not excused("raises", place.path)
        }
    )


def test_nine_raises_in_ten_carry_a_value() -> None:
    """Our own error types carry their values as fields; other messages spell them."""
    places = list(raised())
    bare = [place for place in places if place.error not in OWN_ERRORS and HOLE not in place.wording]
    assert len(bare) <= len(places) / 10, bare
