from __future__ import annotations

from pathlib import Path

from cli.plan_files import plan_file
from tightdp.cli.figured import figured
from tightdp.cli.report_output import COLUMNS, figure_sheet, report_output
from tightdp.cli.run_options import RunOptions
from tightdp.numerics.bound import Bound
from tightdp.report.figure import Figure, FigurePoint
from tightdp.spec import parse_plan


def test_the_record_holds_answer_statement_bounds_figures_and_input() -> None:
    options = RunOptions(laplace=2.0, full_batch=True, steps=3)
    question, run = figured(options, 0.0)
    seen: list[tuple[int, int]] = []
    output = report_output(question, run, options, lambda done, total: seen.append((done, total)))
    record = output.record
    assert record["headline"]["number"] == "ε ≤ 1.5 at δ = 0"
    assert record["epsilon"]["upper"] == run.epsilon.upper
    assert "Guarantee" in record["statement"]
    assert record["numbers"]["steps"] == 3
    assert record["comparison"][0]["shown"][1] == "1"
    assert {key for key, _ in record["theorems"]} >= {"DR14/T3.16"}
    assert [figure["kind"] for figure in record["figures"]] == ["profile", "trade-off", "steps", "group-size", "noise"]
    assert record["input"]["command"] == "tightdp report run.toml --output report.html"
    assert seen == [(done, 7) for done in range(8)]
    assert output.sheet.columns == COLUMNS


def test_the_input_of_a_plan_is_the_plan(tmp_path: Path) -> None:
    path = plan_file(tmp_path, ('"poisson"', '"full-batch"'), ("batch_size = 500\n", ""))
    options = RunOptions(run_file=path, rtol=0.1)
    question, run = figured(options, None)
    record = report_output(question, run, options).record
    assert record["input"]["text"] == path.read_text(encoding="utf-8")
    assert record["input"]["command"] == "tightdp report plan.toml --rtol 0.1 --output report.html"
    assert record["statement"]["Where the numbers come from"] == list(question.reasons)
    question, run = figured(options, 1e-6)
    text = report_output(question, run, options).record["input"]["text"]
    assert parse_plan(text, "plan.toml", "toml") == question.plan


def test_points_become_rows_with_gaps_where_there_is_no_answer() -> None:
    points = (FigurePoint(1.0, Bound(0.25, 0.5), "a"), FigurePoint(2.0, None, "b"))
    figure = Figure("noise", "", "", "", "", points)
    assert figure_sheet([figure]).rows == (("noise", "1", "0.25", "0.5", "a"), ("noise", "2", "", "", "b"))
