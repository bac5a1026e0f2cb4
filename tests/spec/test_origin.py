from __future__ import annotations

from tightdp.spec.origin import TextOrigin


def test_a_value_is_named_by_file_line_and_path() -> None:
    origin = TextOrigin("run.toml", {("phase",): 3, ("phase", 0): 3, ("phase", 0, "steps"): 5})
    assert origin.subject(("phase", 0, "steps")) == "run.toml:5: phase[0].steps"
    assert origin.subject(("phase", 0, "scheme")) == "run.toml:3: phase[0].scheme"
    assert origin.subject(()) == "run.toml:1"


def test_a_document_that_was_no_text_has_no_lines() -> None:
    assert TextOrigin("document").subject(("delta",)) == "document: delta"
    assert TextOrigin("document").subject(()) == "document"
