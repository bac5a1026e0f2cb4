"""What the house tests look at: the files of the package and of its tests, parsed once."""

from __future__ import annotations

import ast
import tomllib
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "src" / "tightdp"
TESTS = ROOT / "tests"

Function = ast.FunctionDef | ast.AsyncFunctionDef


def source_files() -> list[Path]:
    """Every module of the package, facades included."""
    return sorted(PACKAGE.rglob("*.py"))


def files_of_tests() -> list[Path]:
    """Every module under ``tests``."""
    return sorted(TESTS.rglob("*.py"))


def room_exists(room: str) -> bool:
    """Whether a room of the design has been built."""
    return (PACKAGE / room / "__init__.py").exists()


def shown(path: Path, line: int | None = None) -> str:
    """Path from the repository's root, with a line, for a message."""
    name = path.relative_to(ROOT).as_posix()
    return name if line is None else f"{name}:{line}"


@cache
def tree(path: Path) -> ast.Module:
    """The syntax tree of a file."""
    return ast.parse(path.read_text(encoding="utf-8"), filename=str(path))


@cache
def exceptions() -> tuple[tuple[str, str, str], ...]:
    """The rows ``(rule, file, reason)`` of exceptions.toml."""
    table = tomllib.loads((TESTS / "house" / "exceptions.toml").read_text(encoding="utf-8"))
    return tuple((row["rule"], row["file"], row["reason"]) for row in table.get("exception", []))


def excused(rule: str, path: Path) -> bool:
    """Whether exceptions.toml lets this file break this rule."""
    return any((rule, shown(path)) == row[:2] for row in exceptions())


def assert_none(found: Iterable[str]) -> None:
    """Fail with every line that was found."""
    lines = sorted(set(found))
    assert not lines, "\n" + "\n".join(lines)


def functions(path: Path) -> Iterator[Function]:
    """Every function and method of a file, nested ones included."""
    return (node for node in ast.walk(tree(path)) if isinstance(node, Function))


def is_public(name: str) -> bool:
    """Whether a name is meant for users (dunder methods are)."""
    return not name.startswith("_") or (name.startswith("__") and name.endswith("__"))


def parameters(function: Function) -> list[ast.arg]:
    """The parameters a caller fills in: no ``self``, no ``cls``, no starred ones."""
    named = [*function.args.posonlyargs, *function.args.args, *function.args.kwonlyargs]
    return [argument for argument in named if argument.arg not in {"self", "cls"}]


def called_name(node: ast.expr) -> str:
    """The last name of ``f``, ``a.f``, ``f(...)`` or ``F[...]``; empty for anything else."""
    match node:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
        case ast.Call(func=inner) | ast.Subscript(value=inner):
            return called_name(inner)
        case _:
            return ""


def texts(node: ast.AST) -> Iterator[str]:
    """Every string constant under a node, the pieces of f-strings included, docstrings left out."""
    for part in ast.walk(node):
        for inner in ast.iter_child_nodes(part):
            if isinstance(inner, ast.Constant) and isinstance(inner.value, str) and not isinstance(part, ast.Expr):
                yield inner.value
