"""Each case that is listed has a test which bears its name."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

FOLDER = Path(__file__).parent
NAME = re.compile(r"[A-L]\d+")


def listed() -> set[str]:
    """The cases of ``cases.toml``."""
    return set(tomllib.loads((FOLDER / "cases.toml").read_text(encoding="utf-8"))["cases"])


def leading_names(text: str) -> list[str]:
    """``["F6", "H7"]`` of ``f6_h7_the_step``, and ``["D2"]`` of ``D2 Poisson``."""
    found: list[str] = []
    for word in re.split(r"[ _]", text):
        if not NAME.fullmatch(word.upper()):
            break
        found.append(word.upper())
    return found


def tables_used(trees: list[ast.Module]) -> set[str]:
    """Names of the tables that a test runs over."""
    calls = (node for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Call))
    run = (call for call in calls if isinstance(call.func, ast.Attribute) and call.func.attr == "parametrize")
    return {argument.id for call in run for argument in call.args if isinstance(argument, ast.Name)}


def rows(trees: list[ast.Module], used: set[str]) -> Iterator[str]:
    """Keys of the tables that tests run over."""
    for node in (node for tree in trees for node in tree.body if isinstance(node, ast.AnnAssign)):
        if isinstance(node.value, ast.Dict) and isinstance(node.target, ast.Name) and node.target.id in used:
            yield from (key.value for key in node.value.keys if isinstance(key, ast.Constant))  # type: ignore[misc]


def covered() -> set[str]:
    """The cases that a test of this folder names."""
    trees = [ast.parse(path.read_text(encoding="utf-8")) for path in FOLDER.glob("*.py")]
    functions = [node.name for tree in trees for node in tree.body if isinstance(node, ast.FunctionDef)]
    texts = [name.removeprefix("test_") for name in functions if name.startswith("test_")]
    return {name for text in (*texts, *rows(trees, tables_used(trees))) for name in leading_names(text)}


def test_each_listed_case_has_a_test() -> None:
    assert sorted(listed() - covered()) == [], "cases without a test"


def test_no_test_of_these_sections_has_a_name_that_is_not_listed() -> None:
    assert sorted(name for name in covered() - listed() if name[0] in "CDEFGHIJ") == [], "no such case"


def test_names_are_read_off_functions_and_tables() -> None:
    assert leading_names("f6_h7_the_step") == ["F6", "H7"]
    assert leading_names("D10 one release") == ["D10"]
    assert leading_names("a_black_box") == []
