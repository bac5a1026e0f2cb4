"""From a TOML or JSON text to plain tables, with the line of each key."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any, Literal

from tightdp.errors import InvalidInput
from tightdp.spec.json_lines import json_lines
from tightdp.spec.origin import Origin, TextOrigin
from tightdp.spec.toml_lines import toml_lines

Format = Literal["toml", "json"]


def read_tables(path: str | Path) -> tuple[object, Origin]:
    """The tables in a ``.toml`` or ``.json`` file.

    Parameters
    ----------
    path
        The file.

    Returns
    -------
    tuple
        Plain dictionaries and lists, and the origin that names the lines of their values.

    Raises
    ------
    InvalidInput
        If the file cannot be read, or is not TOML or JSON.
    """
    formats: dict[str, Format] = {".toml": "toml", ".json": "json"}
    ending = Path(path).suffix.lower()
    if ending not in formats:
        raise InvalidInput("run file", str(path), "a file whose name ends in .toml, .json or .jsonl")
    try:
        text = Path(path).read_text(encoding="utf-8")
    except OSError as error:
        raise InvalidInput("run file", str(path), "a readable file", error.strerror or "") from None
    except UnicodeDecodeError:
        raise InvalidInput("run file", str(path), "text in UTF-8") from None
    return parse_tables(text, str(path), formats[ending])


def parse_tables(text: str, name: str, form: Format) -> tuple[object, Origin]:
    """The tables in a text.

    Parameters
    ----------
    text
        The text.
    name
        What errors call it, for instance the file's name.
    form
        ``"toml"`` or ``"json"``.

    Returns
    -------
    tuple
        Plain dictionaries and lists, and the origin that names the lines of their values.

    Raises
    ------
    InvalidInput
        If the text is not TOML or JSON.
    """
    try:
        return _FORMATS[form](text.removeprefix("\ufeff"), name)
    except RecursionError:
        raise InvalidInput(name, "deep nesting", "three tables deep at most") from None
    except InvalidInput:
        raise
    except ValueError as error:
        raise InvalidInput(name, str(error), "a document with numbers of a sensible length") from None


def _read_toml(text: str, name: str) -> tuple[object, Origin]:
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        found = re.search(r"\(at line (\d+), column (\d+)\)", str(error))
        line = int(found[1]) if found else text.count("\n") + 1
        raise _syntax(text, name, line, "TOML", str(error)) from None
    return data, TextOrigin(name, toml_lines(text))


def _read_json(text: str, name: str) -> tuple[object, Origin]:
    def refuse(constant: str) -> Any:
        raise InvalidInput(name, constant, "JSON, which has finite numbers only")

    try:
        data = json.loads(text, parse_constant=refuse)
    except json.JSONDecodeError as error:
        raise _syntax(text, name, error.lineno, "JSON", str(error)) from None
    return data, TextOrigin(name, json_lines(text, name))


def _syntax(text: str, name: str, line: int, language: str, why: str) -> InvalidInput:
    lines = text.splitlines() or [""]
    return InvalidInput(f"{name}:{line}", lines[min(line, len(lines)) - 1].strip(), f"valid {language}", why)


_FORMATS: dict[Format, Callable[[str, str], tuple[object, Origin]]] = {
    "toml": _read_toml,
    "json": _read_json,
}
