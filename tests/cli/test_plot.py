"""``tightdp plot``: figures in files."""

from __future__ import annotations

from pathlib import Path

import pytest

from cli.command import Command

RUN = "plot --gaussian 1 --poisson 0.01 --steps 10 --delta 1e-5 --rtol 0.05"


@pytest.mark.parametrize("kind", ["profile", "trade-off", "steps", "group-size", "noise"])
def test_each_kind_is_drawn_and_its_points_can_be_had(command: Command, tmp_path: Path, kind: str) -> None:
    path = tmp_path / "figure.svg"
    outcome = command.answered(f"{RUN} --kind {kind} -o {path} --format csv")
    assert outcome.err == f"wrote {path}\n"
    assert {line.partition(",")[0] for line in outcome.out.splitlines()[1:]} == {kind}
    assert ">guarantee<" in path.read_text(encoding="utf-8")


def test_without_a_format_only_the_file_is_written(command: Command, tmp_path: Path) -> None:
    path = tmp_path / "figure.pdf"
    assert command.answered(f"{RUN} --output {path}").out == ""
    assert path.read_bytes().startswith(b"%PDF")


def test_bad_input_is_refused(command: Command, tmp_path: Path) -> None:
    assert command.refused(RUN) == "--output must be given, for instance -o figure.pdf, got 'nothing'"
    assert "plot file must be a file whose name ends in" in command.refused(f"{RUN} -o {tmp_path / 'a.gif'}")
    assert command.refused("plot --gaussian 1 -o a.svg").startswith("--delta must be given")
    words = "plot --randomized-response 0.75 --full-batch --steps 1 --delta 0 --relation substitute --kind noise"
    assert "no proven bound for the figure noise" in command.refused(f"{words} -o {tmp_path / 'a.svg'}", code=3)
    assert "--kind" in command.refused(f"{RUN} --kind pie")
