from __future__ import annotations

from tightdp.spec.paths import KeyPath, dotted, nearest_line


def test_a_path_is_written_as_one_word() -> None:
    assert dotted(("phase", 1, "mechanism", "scale")) == "phase[1].mechanism.scale"
    assert dotted(("delta",)) == "delta"
    assert dotted(()) == ""


def test_a_missing_key_has_the_line_of_the_table_that_should_hold_it() -> None:
    lines: dict[KeyPath, int] = {("phase",): 3, ("phase", 0): 3, ("phase", 0, "scheme"): 7}
    assert nearest_line(lines, ("phase", 0, "scheme", "rate")) == 7
    assert nearest_line(lines, ("phase", 0, "steps")) == 3
    assert nearest_line(lines, ("relation",)) == 1
