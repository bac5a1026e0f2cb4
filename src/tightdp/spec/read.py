"""Read a run document from a file, a text or plain dictionaries."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Literal, cast

import msgspec

from tightdp.errors import InvalidInput
from tightdp.spec.document import VERSION, RunDocument
from tightdp.spec.json_lines import json_lines
from tightdp.spec.ledger_contents import read_ledger
from tightdp.spec.ledger_document import ledger_document
from tightdp.spec.mistakes import invalid
from tightdp.spec.origin import Origin, TextOrigin
from tightdp.spec.toml_lines import toml_lines

Format = Literal["toml", "json"]


def read_document(path: str | Path) -> tuple[RunDocument, Origin]:
    """The document in a ``.toml`` or ``.json`` file, or what a ``.jsonl`` ledger adds up to; keys and types checked.

    Parameters
    ----------
    path
        The file; ``CannotAnswer`` for a ledger with steps that were chosen on the way.

    Returns
    -------
    tuple
        The document, and the origin that names the lines of its values.

    Raises
    ------
    InvalidInput
        If the file cannot be read or is not a run document; with file, line and the nearest valid key.
    """
    formats: dict[str, Format] = {".toml": "toml", ".json": "json"}
    ending = Path(path).suffix.lower()
    if ending == ".jsonl":
        return ledger_document(read_ledger(path), str(path))
    if ending not in formats:
        raise InvalidInput("run file", str(path), "a file whose name ends in .toml, .json or .jsonl")
    try:
        text = Path(path).read_text(encoding="utf-8")
    except OSError as error:
        raise InvalidInput("run file", str(path), "a readable file", error.strerror or "") from None
    except UnicodeDecodeError:
        raise InvalidInput("run file", str(path), "text in UTF-8") from None
    return parse_document(text, str(path), formats[ending])


def parse_document(text: str, name: str, form: Format) -> tuple[RunDocument, Origin]:
    """The document in a text, keys and types checked.

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
        The document, and the origin that names the lines of its values.

    Raises
    ------
    InvalidInput
        If the text is not a run document; with line and the nearest valid key.
    """
    try:
        data, origin = _FORMATS[form](text.removeprefix("\ufeff"), name)
    except RecursionError:
        raise InvalidInput(name, "deep nesting", "three tables deep at most") from None
    except InvalidInput:
        raise
    except ValueError as error:
        raise InvalidInput(name, str(error), "a document with numbers of a sensible length") from None
    return convert_document(data, origin), origin


def convert_document(data: object, origin: Origin) -> RunDocument:
    """The document in plain dictionaries and lists, keys and types checked.

    Parameters
    ----------
    data
        What a TOML or JSON reader gives.
    origin
        Names the place of a mistake.

    Returns
    -------
    RunDocument
        The document.

    Raises
    ------
    InvalidInput
        If the version is unknown, a key is unknown or missing, or a value has the wrong type.
    """
    is_table = isinstance(data, Mapping)
    version = cast("Mapping[str, object]", data).get("version", VERSION) if is_table else VERSION
    if type(version) is not int or version != VERSION:
        subject = origin.subject(("version",))
        raise InvalidInput(subject, version, str(VERSION), "This tightdp reads no other version")
    return _converted(data, origin)


def _converted(data: object, origin: Origin) -> RunDocument:
    try:
        return msgspec.convert(data, RunDocument)
    except msgspec.ValidationError as error:
        raise invalid(str(error), data, origin) from None


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
