"""``tightdp report``: the page and its numbers."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from cli.command import Command
from report.page_reader import numbers_of, read_page
from tightdp.report.run_figures import KINDS

RUN = "report --gaussian 1 --poisson 0.01 --steps 20 --delta 1e-5 --rtol 0.05"
FILE = """\
# a comment that a reader may need
delta = 1e-5
[[phase]]
steps = 5
mechanism = { type = "laplace", scale = 2.5 }
scheme = { type = "full-batch" }
"""


def test_every_number_on_the_page_is_in_the_json(command: Command, tmp_path: Path) -> None:
    path = tmp_path / "report.html"
    outcome = command.answered(f"{RUN} --output {path} --format json")
    html = path.read_text(encoding="utf-8")
    page = read_page(html)
    assert outcome.err == f"wrote {path}\n"
    assert page.mistakes == ()
    assert page.numbers - numbers_of(outcome.record) == set()
    assert len(page.numbers) > 150
    assert len(html.encode()) < 3_000_000
    assert "http" not in html.replace("http-equiv", "")
    ids = page.all("id")
    assert len(ids) == len(set(ids))
    assert {f"chart-{kind}" for kind in KINDS} <= set(ids)


def test_the_file_and_the_command_give_the_page_again(
    command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("run.toml").write_text(FILE, encoding="utf-8")
    record = command.answered("report run.toml --rtol 0.05 --format json").record
    assert record["input"]["text"] == FILE
    command.answered(record["input"]["command"].removeprefix("tightdp "))
    page = Path("report.html").read_text(encoding="utf-8")
    assert read_page(page).numbers <= numbers_of(record)
    changed = command.answered("report run.toml --rtol 0.05 --group-size 2 --format json").record
    assert tomllib.loads(changed["input"]["text"])["group_size"] == 2
    assert "comment" not in changed["input"]["text"]


def test_csv_holds_the_points_of_every_plot(command: Command) -> None:
    header, *rows = command.answered(f"{RUN} --format csv").out.splitlines()
    assert header == "figure,x,lower,upper,text"
    assert list(dict.fromkeys(row.partition(",")[0] for row in rows)) == list(KINDS)


def test_what_a_user_should_be_told_is_on_the_page(command: Command, tmp_path: Path) -> None:
    path = tmp_path / "report.html"
    outcome = command.answered(f"report --gaussian 1 --full-batch --steps 1 --delta 0 --output {path}")
    assert "warning: epsilon is infinite" in outcome.err
    page = read_page(path.read_text(encoding="utf-8"))
    assert "epsilon is infinite" in page.text
    assert "ε ≤ inf at δ = 0" in page.text


def test_bad_input_is_refused_before_anything_runs(command: Command, tmp_path: Path) -> None:
    assert command.refused(RUN) == (
        "--output must be given, for instance -o report.html, got 'nothing'. Or ask for --format json"
    )
    for name in ("report.pdf", "none/report.html"):
        text = command.refused(f"{RUN} --output {tmp_path / name}")
        assert text.startswith("--output must be a file whose name ends in .html, in a folder that exists")
    assert command.refused(f"{RUN} -o r.html --route agnostic").startswith("--route must be left out: a report")
    assert command.refused("report --gaussian 1 --format json").startswith("--delta must be given")
