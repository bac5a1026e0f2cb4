"""Files: one concept each, named after it, each with the test file that mirrors it."""

from __future__ import annotations

import ast
from pathlib import Path

from house.sources import (
    PACKAGE,
    TESTS,
    assert_none,
    exceptions,
    excused,
    files_of_tests,
    shown,
    source_files,
    tree,
)

DRAWERS = {"utils", "util", "core", "common", "base", "helpers", "helper", "misc", "tools", "shared"}
FACADES = {"__init__.py", "__main__.py"}
ROOMS_OF = {
    "matplotlib": {"report"},
    "msgspec": {"cli", "report", "spec"},
    "pyarrow": {"sweeping"},
    "rich": {"cli", "report"},
    "typer": {"cli"},
}


def room(path: Path) -> str:
    """The folder of the package that a file is in; its own name at the top."""
    return path.relative_to(PACKAGE).parts[0]


def mirror(path: Path) -> Path:
    """Where the tests of a source file are."""
    inside = path.relative_to(PACKAGE)
    return TESTS / inside.parent / f"test_{inside.stem.lstrip('_')}.py"


def imported(module: ast.Module) -> list[str]:
    """Modules that a file imports, wherever in the file."""
    nodes = list(ast.walk(module))
    plain = [alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names]
    return plain + [node.module or "" for node in nodes if isinstance(node, ast.ImportFrom)]


def defined(module: ast.Module) -> list[str]:
    """Names of the functions and classes at the top of a file."""
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
    return [node.name for node in module.body if isinstance(node, kinds)]


def test_no_drawer_has_a_name_that_fits_everything() -> None:
    assert_none(
        [
            shown(path)
            for path in source_files() + files_of_tests()
            for part in path.relative_to(PACKAGE.parents[1]).parts
            if part.removesuffix(".py").removeprefix("test_").strip("_") in DRAWERS
        ]
    )


def test_each_source_file_has_its_test_file() -> None:
    """A file that only names types or constants has nothing to test."""
    assert_none(
        [
            shown(mirror(path))
            for path in source_files()
            if path.name not in FACADES
            and defined(tree(path))
            and not mirror(path).exists()
            and not excused("mirror", path)
        ]
    )


def test_each_test_file_tests_something() -> None:
    assert_none(
        [
            shown(path)
            for path in files_of_tests()
            if path.name.startswith("test_") and not any("test" in name for name in defined(tree(path)))
        ]
    )


def test_facades_hold_plain_re_exports() -> None:
    allowed = {"__getattr__", "__dir__"}
    assert_none(
        [
            f"{shown(path)}: {name}"
            for path in source_files()
            if path.name == "__init__.py"
            for name in defined(tree(path))
            if name not in allowed
        ]
    )


def test_the_package_says_that_it_is_typed() -> None:
    assert (PACKAGE / "py.typed").exists()


def test_exceptions_are_few_and_name_files_that_exist() -> None:
    assert len(exceptions()) < 5
    for _, file, reason in exceptions():
        assert (PACKAGE.parents[1] / file).exists(), file
        assert len(reason.split()) >= 4, reason


def test_each_library_stays_in_its_rooms() -> None:
    assert_none(
        [
            f"{shown(path)}: {module}"
            for path in source_files()
            for module in imported(tree(path))
            if room(path) not in ROOMS_OF.get(module.split(".")[0], {room(path)})
        ]
    )


def test_no_room_imports_through_the_front_door() -> None:
    """``from tightdp import x`` inside the package would hide which room is meant."""
    inner = [path for path in source_files() if room(path) != "cli"]
    hidden = [shown(path) for path in inner for module in imported(tree(path)) if module == "tightdp"]
    assert_none(hidden)
