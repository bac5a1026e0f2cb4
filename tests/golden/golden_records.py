"""Stored values with many digits, read once."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

DATA = Path(__file__).parent / "data"
Record = dict[str, Any]


@cache
def records(name: str) -> tuple[Record, ...]:
    """Every record of ``data/<name>.json``."""
    return tuple(json.loads((DATA / f"{name}.json").read_text(encoding="utf-8"))["records"])


def chosen(name: str, **wanted: object) -> list[Record]:
    """Records in which each of these fields has one of these values."""
    found = [
        record
        for record in records(name)
        if all(record[field] in (value if isinstance(value, tuple) else (value,)) for field, value in wanted.items())
    ]
    assert found, wanted
    return found


def theory(key: str) -> Any:
    """The value of one record of ``theory.json``."""
    (record,) = chosen("theory", id=key)
    return record["value"]


def named(record: Record) -> str:
    """A record's name, for a test's name."""
    return str(record["id"])
