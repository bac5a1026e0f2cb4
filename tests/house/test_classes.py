"""Public classes are small frozen values, or contracts; nothing concrete is overridden."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path
from typing import NamedTuple

from house.sources import assert_none, called_name, excused, functions, is_public, shown, source_files, tree

NOT_VALUES = {"Protocol", "Enum", "IntEnum", "StrEnum", "Flag", "NamedTuple", "TypedDict", "Exception"}
STATEFUL = {"PrivacyAccountant", "IAccountant"}  # contracts of other libraries whose objects collect events


class Found(NamedTuple):
    """A class at the top of a file."""

    path: Path
    node: ast.ClassDef

    @property
    def bases(self) -> list[str]:
        return [called_name(base) for base in self.node.bases]

    @property
    def is_abstract(self) -> bool:
        return self.node.name.lstrip("_").startswith("Abstract") or "Protocol" in self.bases

    def __str__(self) -> str:
        return f"{shown(self.path, self.node.lineno)} {self.node.name}"


@cache
def classes() -> dict[str, Found]:
    """The classes of the package by name."""
    return {
        node.name: Found(path, node)
        for path in source_files()
        for node in tree(path).body
        if isinstance(node, ast.ClassDef)
    }


def ancestors(name: str) -> set[str]:
    """Names of the classes above one, as far as the package defines them."""
    bases = classes()[name].bases if name in classes() else []
    return set(bases).union(*(ancestors(base) for base in bases))


def is_frozen(node: ast.ClassDef) -> bool:
    """Whether ``frozen=True`` stands in a decorator or among the class keywords."""
    calls = [call for call in node.decorator_list if isinstance(call, ast.Call)]
    keywords = [keyword for call in calls for keyword in call.keywords] + node.keywords
    return any(k.arg == "frozen" and isinstance(k.value, ast.Constant) and k.value.value is True for k in keywords)


def abstract_methods(node: ast.ClassDef) -> int:
    methods = [part for part in node.body if isinstance(part, ast.FunctionDef)]
    return sum(any(called_name(d) == "abstractmethod" for d in method.decorator_list) for method in methods)


def test_public_classes_are_frozen() -> None:
    assert_none(
        [
            str(found)
            for name, found in classes().items()
            if is_public(name)
            and not found.is_abstract
            and not (NOT_VALUES | STATEFUL) & ancestors(name)
            and not is_frozen(found.node)
            and not excused("frozen", found.path)
        ]
    )


def test_nothing_concrete_is_subclassed() -> None:
    assert_none(
        [
            f"{found}({base})"
            for name, found in classes().items()
            for base in found.bases
            if base in classes() and not classes()[base].is_abstract and "Exception" not in ancestors(name)
        ]
    )


def test_contracts_are_small() -> None:
    assert_none(
        [
            f"{found}: {abstract_methods(found.node)} abstract methods"
            for found in classes().values()
            if found.is_abstract and abstract_methods(found.node) > 4 and not excused("contract-size", found.path)
        ]
    )


def test_no_public_signature_swallows_keywords() -> None:
    assert_none(
        [
            f"{shown(path, function.lineno)} {function.name}"
            for path in source_files()
            for function in functions(path)
            if is_public(function.name) and function.args.kwarg is not None and not excused("keywords", path)
        ]
    )


def test_source_asserts_nothing() -> None:
    assert_none(
        [
            shown(path, node.lineno)
            for path in source_files()
            for node in ast.walk(tree(path))
            if isinstance(node, ast.Assert)
        ]
    )
