from __future__ import annotations

import json
from typing import Any

import pytest

from tightdp.accounting import Answer, Step, account
from tightdp.errors import InvalidInput
from tightdp.mechanisms import Gaussian
from tightdp.relations import AddRemove, Substitute
from tightdp.report.privacy_statement import privacy_statement
from tightdp.schemes import FullBatch, Poisson, WithoutReplacement

ANSWER = account(1000 * Step(Gaussian(1.0), Poisson(0.01)), AddRemove(2))
HEADINGS = [
    "Guarantee",
    "Who is protected",
    "What was released",
    "What the noise is",
    "What is taken for granted",
    "What it means for an attacker",
    "Method",
    "What is not covered",
]


def test_everything_that_a_report_needs_is_there() -> None:
    """J6: relation, unit, sampling, rounds, noise, delta, epsilon interval, method and version."""
    made = privacy_statement(ANSWER, 1e-5)
    assert [heading for heading, _ in made.sections] == HEADINGS
    for words in (
        "epsilon is at most 3.97",
        "delta = 1e-05",
        "1000 releases",
        "add-remove, group size 2",
        "tightdp 0.",
    ):
        assert words in made.text
    assert "Poisson(rate=0.01)" in made.text
    assert "U: Both sides share the batches" in made.text
    assert str(made) == made.text


def test_markdown_has_the_same_sentences() -> None:
    made = privacy_statement(ANSWER, 1e-5)
    assert made.markdown.startswith("# Differential privacy statement\n\n## Guarantee\n\n- epsilon is at most")
    assert [line[2:] for line in made.markdown.splitlines() if line.startswith("- ")] == [
        line[4:] for line in made.text.splitlines() if line.startswith("  - ")
    ]


def test_json_has_the_numbers_unrounded() -> None:
    record = json.loads(privacy_statement(ANSWER, 1e-5, unit="photo").to_json())
    bound = ANSWER.epsilon(1e-5)
    assert record["epsilon"] == {"lower": bound.lower, "upper": bound.upper}
    assert (record["relation"], record["group_size"], record["steps"], record["tight"]) == ("add-remove", 2, 1000, True)
    assert (record["unit"], record["theorems"], record["selected_among"]) == ("photo", ["U"], 1)
    assert list(record["sections"]) == HEADINGS


def test_reasons_and_assumptions_of_a_plan() -> None:
    made = privacy_statement(ANSWER, 1e-5, reasons=["rate 0.01 = 1 / 100"], assumptions=["the plan says so"])
    sections = dict(made.sections)
    assert sections["Where the numbers come from"] == ("rate 0.01 = 1 / 100",)
    assert sections["What is taken for granted"] == ("the plan says so",)


def test_answers_that_are_not_tight_say_so() -> None:
    answer = account(2 * Step(Gaussian(2.0), WithoutReplacement(100, 10)), Substitute())
    text = privacy_statement(answer, 1e-3).text
    assert "a concrete pair of data sets reaches" in text
    assert "the upper end is not known to be attained" in text


def test_no_finite_epsilon() -> None:
    made = privacy_statement(account(Step(Gaussian(0.0), FullBatch()), AddRemove()), 1e-5)
    assert "no finite epsilon holds at delta = 1e-05 for the whole run of 1 releases" in made.text
    assert json.loads(made.to_json())["epsilon"] == {"lower": "Infinity", "upper": "Infinity"}


def test_a_run_without_releases() -> None:
    nothing: Answer = account(0 * Step(Gaussian(1.0), FullBatch()), AddRemove())
    sections = dict(privacy_statement(nothing, 1e-5).sections)
    assert sections["What was released"] == ("nothing",)
    assert "What the noise is" not in sections


@pytest.mark.parametrize(
    ("words", "match"),
    [
        ({"delta": 1.0}, r"delta must be in \[0, 1\)"),
        ({"delta": 0.1, "selected_among": 0}, "selected_among must be a whole number >= 1"),
        ({"delta": 0.1, "unit": " "}, "unit must be a word such as 'record' or 'user'"),
    ],
)
def test_what_no_statement_can_be_about(words: dict[str, Any], match: str) -> None:
    with pytest.raises(InvalidInput, match=match):
        privacy_statement(ANSWER, **words)
