"""No file, function or signature grows past what a reader can hold."""

from __future__ import annotations

import ast
from pathlib import Path
from statistics import median, quantiles

import pytest

from house.sources import (
    TESTS,
    Function,
    assert_none,
    excused,
    files_of_tests,
    functions,
    parameters,
    shown,
    source_files,
)

BLOCKS = (ast.If, ast.For, ast.AsyncFor, ast.While, ast.With, ast.AsyncWith, ast.Try, ast.TryStar, ast.Match)


def ninth_decile(values: list[int]) -> float:
    return quantiles(values, n=10, method="inclusive")[-1] if len(values) > 1 else max(values, default=0)


def line_count(path: Path) -> int:
    return len(path.read_text(encoding="utf-8").splitlines())


def body_lines(function: Function) -> int:
    """Lines of the body, the docstring left out."""
    body = function.body[1:] if ast.get_docstring(function) else function.body
    return (function.end_lineno or 0) - body[0].lineno + 1 if body else 0


def depth(node: ast.AST) -> int:
    """How deeply control blocks nest under a node; an ``elif`` is no deeper than its ``if``."""
    deepest = 0
    for child in ast.iter_child_nodes(node):
        if isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda)):
            continue
        is_elif = isinstance(node, ast.If) and isinstance(child, ast.If) and node.orelse == [child]
        deepest = max(deepest, depth(child) + (isinstance(child, BLOCKS) and not is_elif))
    return deepest


@pytest.mark.parametrize("files", [source_files(), files_of_tests()], ids=["src", "tests"])
def test_files_are_short(files: list[Path]) -> None:
    lengths = {path: line_count(path) for path in files}
    assert_none([shown(path) for path, n in lengths.items() if n > 400 and not excused("file-length", path)])
    assert median(lengths.values()) <= 120
    assert ninth_decile(list(lengths.values())) <= 300


def test_functions_are_short() -> None:
    assert_none(
        [
            f"{shown(path, function.lineno)} {function.name}: {body_lines(function)} lines"
            for path in source_files() + files_of_tests()
            for function in functions(path)
            if body_lines(function) > 60 and not excused("function-length", path)
        ]
    )
    assert ninth_decile([body_lines(function) for path in source_files() for function in functions(path)]) <= 20


def test_no_block_is_four_deep() -> None:
    assert_none(
        [
            f"{shown(path, function.lineno)} {function.name}"
            for path in source_files() + files_of_tests()
            for function in functions(path)
            if depth(function) >= 4 and not excused("nesting", path)
        ]
    )


def test_signatures_are_short() -> None:
    counts = [
        (len(parameters(function)), f"{shown(path, function.lineno)} {function.name}")
        for path in source_files()
        if not excused("parameters", path)
        for function in functions(path)
    ]
    assert_none([where for count, where in counts if count > 8])
    assert ninth_decile([count for count, _ in counts]) <= 4


def test_tests_keep_up_with_the_source() -> None:
    """The house tests and the documents' runner are about the house, not the product."""
    house = {TESTS / "house", TESTS / "documents"}
    tested = sum(line_count(path) for path in files_of_tests() if not house & set(path.parents))
    assert tested >= 0.8 * sum(line_count(path) for path in source_files())
