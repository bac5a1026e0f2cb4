from __future__ import annotations

from pathlib import Path

import pytest

from tightdp.errors import InvalidInput
from tightdp.spec.read_tables import parse_tables, read_tables


def test_tables_and_lines(tmp_path: Path) -> None:
    (tmp_path / "any.toml").write_text("a = 1\nb = 2\n", encoding="utf-8")
    data, origin = read_tables(tmp_path / "any.toml")
    assert data == {"a": 1, "b": 2}
    assert origin.subject(("b",)) == f"{tmp_path / 'any.toml'}:2: b"
    data, origin = parse_tables('{"a": 1,\n"b": 2}', "any.json", "json")
    assert (data, origin.subject(("b",))) == ({"a": 1, "b": 2}, "any.json:2: b")


@pytest.mark.parametrize(
    ("name", "data", "match"),
    [
        ("run.txt", b"", "a file whose name ends in .toml, .json or .jsonl"),
        ("none.toml", None, "a readable file"),
        ("run.toml", b"\xff", "text in UTF-8"),
    ],
)
def test_a_file_that_cannot_be_read_is_refused(name: str, data: bytes | None, match: str, tmp_path: Path) -> None:
    if data is not None:
        (tmp_path / name).write_bytes(data)
    with pytest.raises(InvalidInput, match=match):
        read_tables(tmp_path / name)


@pytest.mark.parametrize(
    ("text", "form", "match"),
    [
        ("a = \n", "toml", "x:1 must be valid TOML"),
        ("{", "json", "x:1 must be valid JSON"),
        ('{"a": NaN}', "json", "finite numbers only"),
        ("[" * 100_000, "json", "three tables deep at most"),
        ('{"a": ' + "9" * 5000 + "}", "json", "numbers of a sensible length"),
    ],
)
def test_a_text_that_is_no_document_is_refused(text: str, form: str, match: str) -> None:
    with pytest.raises(InvalidInput, match=match):
        parse_tables(text, "x", "toml" if form == "toml" else "json")
