from __future__ import annotations

from pathlib import Path

import pytest

from tightdp.cli.profile_output import profile_output, write_picture
from tightdp.cli.question import ask
from tightdp.cli.run_options import RunOptions
from tightdp.numerics.bound import Bound

EPSILONS = (0.0, 0.5)
DELTAS = (Bound(0.39346934, 0.393469341), Bound(0.2, 0.25))
FILE = """\
delta = 0.22
[[phase]]
steps = 1
mechanism = { type = "laplace", scale = 1 }
scheme = { type = "full-batch" }
[[phase]]
steps = 0
mechanism = { type = "laplace", scale = 1 }
scheme = { type = "full-batch" }
"""


def test_the_table_rounds_outwards_and_the_rest_is_exact() -> None:
    output = profile_output(ask(RunOptions(laplace=1.0)), EPSILONS, DELTAS)
    assert output.screen[0].rows[0] == ("0", "0.393469", "0.39347")
    assert output.screen[1].rows[0] == ("neighbours", "add-remove, one record")
    assert output.sheet.rows[0] == ("0", "0.39346934", "0.393469341", "add-remove", "1")
    assert output.record["profile"][1] == {"epsilon": 0.5, "delta": {"lower": 0.2, "upper": 0.25}}


def test_the_picture_of_several_phases_counts_them(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "run.toml").write_text(FILE, encoding="utf-8")
    write_picture(ask(RunOptions(run_file=tmp_path / "run.toml")), EPSILONS, DELTAS, tmp_path / "a.svg")
    text = (tmp_path / "a.svg").read_text(encoding="utf-8")
    assert "2 phases, 1 steps" in text
    assert "δ = 0.22" not in text, "its epsilon is outside the picture"
    assert capsys.readouterr().err == f"wrote {tmp_path / 'a.svg'}\n"


def test_a_delta_inside_the_picture_is_pointed_out(tmp_path: Path) -> None:
    (tmp_path / "run.toml").write_text(FILE, encoding="utf-8")
    question = ask(RunOptions(run_file=tmp_path / "run.toml"))
    write_picture(question, (0.0, 1.0), (DELTAS[0], Bound(0.0, 0.0)), tmp_path / "a.svg")
    assert "δ = 0.22" in (tmp_path / "a.svg").read_text(encoding="utf-8")
