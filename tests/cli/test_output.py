from __future__ import annotations

import json
import math
from importlib.metadata import version

import pytest

from tightdp.cli.choices import FormatChoice
from tightdp.cli.output import Output, bound_record, question_record, question_rows, strict, write_output
from tightdp.cli.question import ask
from tightdp.cli.run_options import RunOptions
from tightdp.numerics.bound import Bound
from tightdp.report import Table

LISTING = Table(("quantity", "value"), (("epsilon", "1"),), has_header=False)
OUTPUT = Output((LISTING, LISTING), {"epsilon": math.inf}, Table(("epsilon",), (("inf",),)))


@pytest.mark.parametrize(
    ("form", "text"),
    [
        (FormatChoice.TABLE, "epsilon  1\n\nepsilon  1\n"),
        (FormatChoice.JSON, '{\n  "epsilon": "Infinity"\n}\n'),
        (FormatChoice.CSV, "epsilon\ninf\n"),
    ],
)
def test_each_format_is_written(capsys: pytest.CaptureFixture[str], form: FormatChoice, text: str) -> None:
    write_output(OUTPUT, form)
    assert capsys.readouterr() == (text, "")


def test_numbers_that_json_cannot_hold_become_words() -> None:
    value = {"a": [math.inf, -math.inf, math.nan, 1.5], "b": ({"c": True}, None, "text", 3)}
    assert strict(value) == {"a": ["Infinity", "-Infinity", "NaN", 1.5], "b": [{"c": True}, None, "text", 3]}


def test_a_bound_has_two_ends() -> None:
    assert bound_record(Bound(1.0, 2.0)) == {"lower": 1.0, "upper": 2.0}
    assert str(bound_record(Bound(-0.0, -0.0))) == "{'lower': 0.0, 'upper': 0.0}"


def test_every_answer_says_what_it_is_about() -> None:
    question = ask(RunOptions(laplace=1.0, full_batch=True, steps=2))
    record = question_record(question, question.answer.because, ["careful"])
    assert json.loads(json.dumps(strict(record))) == record
    assert {key: record[key] for key in ("relation", "group_size", "tight", "steps", "version", "warnings")} == {
        "relation": "add-remove",
        "group_size": 1,
        "tight": True,
        "steps": 2,
        "version": version("tightdp"),
        "warnings": ["careful"],
    }
    assert [name for name, _ in question_rows(question)] == ["neighbours", "ran", "tight", "because"]
