"""Every guarantee names a theorem of docs/theorems.md, and every theorem there is used and tested."""

from __future__ import annotations

import ast
import importlib
import re
from collections import Counter
from collections.abc import Iterator
from functools import reduce

import pytest

from house.documents import Row, theorem_rows
from house.sources import ROOT, assert_none, called_name, source_files, texts, tree

PAPER_KEY = re.compile(r"[A-Z]+\d{2}/[A-Z]*[\d.]*")
ANY_KEY = re.compile(r"[A-Z]+\d*(/[A-Z]*[\d.]*)?")
KEYWORDS = {"theorem", "theorems"}


def used_keys() -> Iterator[str]:
    """Keys that the code names: written like ``B18/T8``, passed as ``theorem=`` or to a ``Dominating``."""
    for path in source_files():
        yield from (text for text in texts(tree(path)) if PAPER_KEY.fullmatch(text))
        for node in ast.walk(tree(path)):
            if isinstance(node, ast.keyword) and node.arg in KEYWORDS:
                yield from texts(ast.Tuple(elts=[node.value]))
            elif isinstance(node, ast.Call) and called_name(node) == "Dominating":
                yield from (text for text in texts(ast.Tuple(elts=node.args)) if ANY_KEY.fullmatch(text))


def test_each_key_has_one_row() -> None:
    assert_none([key for key, rows in Counter(row.key for row in theorem_rows()).items() if rows > 1])


def test_each_key_in_the_code_has_a_row() -> None:
    assert_none(set(used_keys()) - {row.key for row in theorem_rows()})


def test_each_row_is_used_in_the_code() -> None:
    written = {text for path in source_files() for text in texts(tree(path))}
    assert_none({row.key for row in theorem_rows()} - written)


@pytest.mark.parametrize("row", theorem_rows(), ids=lambda row: row.key)
def test_each_row_names_its_function_and_its_test(row: Row) -> None:
    assert row.functions, f"{row.key} names no function"
    assert row.tests, f"{row.key} names no test"
    for dotted in row.functions:
        assert resolved(dotted) is not None
    for test in row.tests:
        file, _, name = test.partition("::")
        assert f"def {name or 'test_'}" in (ROOT / file).read_text(encoding="utf-8"), test


def resolved(dotted: str) -> object:
    """The object that ``room.file.name`` or ``room.file.Class.method`` names."""
    room, file, *names = dotted.split(".")
    module: object = importlib.import_module(f"tightdp.{room}.{file}")
    return reduce(getattr, names, module)
