from __future__ import annotations

from pathlib import Path

import pytest

from tightdp.errors import InvalidInput
from tightdp.spec.document import RunDocument
from tightdp.spec.mechanism_entries import GaussianEntry
from tightdp.spec.origin import TextOrigin
from tightdp.spec.read import convert_document, parse_document, read_document

PHASE = """
[[phase]]
steps = 10
mechanism = { type = "gaussian", noise_multiplier = 1 }
scheme = { type = "full-batch" }
"""
JSON = """{
  "phase": [{
    "steps": 10,
    "mechanism": {"type": "gaussian", "noise_multiplier": 1},
    "scheme": {"type": "full-batch"}
  }]
}"""


def test_toml_and_json_of_one_shape_are_one_document(tmp_path: Path) -> None:
    (tmp_path / "run.toml").write_text(PHASE, encoding="utf-8")
    (tmp_path / "run.JSON").write_text(JSON, encoding="utf-8")
    from_toml, toml_origin = read_document(tmp_path / "run.toml")
    from_json, json_origin = read_document(str(tmp_path / "run.JSON"))
    assert from_toml == from_json
    assert from_toml.phase[0].mechanism == GaussianEntry(1.0, 2.0)
    assert toml_origin.subject(("phase", 0, "steps")) == f"{tmp_path / 'run.toml'}:3: phase[0].steps"
    assert json_origin.subject(("phase", 0, "steps")) == f"{tmp_path / 'run.JSON'}:3: phase[0].steps"


def test_what_is_left_out_has_its_default() -> None:
    document, _ = parse_document(PHASE, "run.toml", "toml")
    assert (document.version, document.relation, document.group_size, document.delta) == (
        1,
        "add-remove",
        1,
        None,
    )


def test_a_byte_order_mark_is_no_mistake() -> None:
    document, origin = parse_document("\ufeff" + PHASE, "run.toml", "toml")
    assert isinstance(document, RunDocument)
    assert origin.subject(("phase",)) == "run.toml:2: phase"


@pytest.mark.parametrize("version", ["2", "0", '"1"', "1.0", "true"])
def test_an_unknown_version_is_refused_before_its_keys(version: str) -> None:
    text = f"# new\nversion = {version}\nunknown = 1\n"
    with pytest.raises(InvalidInput, match=r"run.toml:2: version must be 1, .* This tightdp reads no other version"):
        parse_document(text, "run.toml", "toml")


def test_the_known_version_may_be_written() -> None:
    assert parse_document("version = 1\n" + PHASE, "run.toml", "toml")[0].version == 1


def test_toml_syntax_has_line_and_column() -> None:
    with pytest.raises(InvalidInput, match=r"run.toml:3 must be valid TOML, got 'steps 10'.* line 3, column 7"):
        parse_document("\n[[phase]]\nsteps 10\n", "run.toml", "toml")


def test_toml_that_ends_too_early_has_its_last_line() -> None:
    with pytest.raises(InvalidInput, match=r"run.toml:2 must be valid TOML, got 'b = .2'.* end of document"):
        parse_document("a = 1\nb = [2", "run.toml", "toml")


def test_json_syntax_has_line_and_column() -> None:
    with pytest.raises(InvalidInput, match=r"run.json:2 must be valid JSON, got .* line 2 column 11"):
        parse_document('{\n  "delta" 1\n}', "run.json", "json")
    with pytest.raises(InvalidInput, match=r"run.json:1 must be valid JSON, got ''"):
        parse_document("", "run.json", "json")


@pytest.mark.parametrize("constant", ["NaN", "Infinity", "-Infinity"])
def test_json_has_finite_numbers_only(constant: str) -> None:
    with pytest.raises(InvalidInput, match=f"JSON, which has finite numbers only, got '{constant}'"):
        parse_document(f'{{"delta": {constant}}}', "run.json", "json")


@pytest.mark.parametrize(("form", "text"), [("json", "[" * 100_000), ("toml", "a = " + "[" * 100_000)])
def test_deep_nesting_is_no_crash(form: str, text: str) -> None:
    with pytest.raises(InvalidInput, match="three tables deep at most"):
        parse_document(text, "run", "json" if form == "json" else "toml")


@pytest.mark.parametrize("form", ["toml", "json"])
def test_a_number_of_too_many_digits_is_no_crash(form: str) -> None:
    text = "delta = " + "1" * 5000 if form == "toml" else '{"delta": ' + "1" * 5000 + "}"
    with pytest.raises(InvalidInput, match="numbers of a sensible length"):
        parse_document(text, "run", "json" if form == "json" else "toml")


@pytest.mark.parametrize("name", ["run.yaml", "run", ".toml/run"])
def test_other_endings_are_refused(name: str) -> None:
    with pytest.raises(InvalidInput, match=r"a file whose name ends in .toml, .json or .jsonl, got"):
        read_document(name)


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    with pytest.raises(InvalidInput, match=r"run file must be a readable file, got .*none.toml'. No such file"):
        read_document(tmp_path / "none.toml")
    (tmp_path / "folder.toml").mkdir()
    with pytest.raises(InvalidInput, match=r"run file must be a readable file, got .*folder.toml'. Is a directory"):
        read_document(tmp_path / "folder.toml")


def test_a_file_that_is_no_text_is_named(tmp_path: Path) -> None:
    (tmp_path / "run.toml").write_bytes(b"delta = \xff")
    with pytest.raises(InvalidInput, match="run file must be text in UTF-8, got"):
        read_document(tmp_path / "run.toml")


def test_plain_dictionaries_are_read_too() -> None:
    table = {"steps": 1, "mechanism": {"type": "laplace", "scale": 1}, "scheme": {"type": "full-batch"}}
    assert convert_document({"phase": [table]}, TextOrigin("document")).phase[0].steps == 1
    with pytest.raises(InvalidInput, match="document must be a table, got 3"):
        convert_document(3, TextOrigin("document"))
