"""``tightdp epsilon``: right values, edge values, and every kind of bad input."""

from __future__ import annotations

import json
import math
from pathlib import Path

import pytest

from cli.command import Command

FIRST = "--gaussian 1.1 --poisson 0.01 --steps 10000"
FILE = """\
relation = "substitute"
group_size = 2
delta = 1e-5
[[phase]]
steps = 10
mechanism = { type = "laplace", scale = 2 }
scheme = { type = "full-batch" }
"""
PHASES = """\
delta = 1e-5
[[phase]]
name = "first"
steps = 500
mechanism = { type = "gaussian", noise_multiplier = 1.0 }
scheme = { type = "poisson", rate = 0.01 }
[[phase]]
steps = 300
mechanism = { type = "gaussian", noise_multiplier = 0.8 }
scheme = { type = "poisson", rate = 0.02 }
[[phase]]
steps = 10
mechanism = { type = "gaussian", noise_multiplier = 5.0 }
scheme = { type = "full-batch" }
"""


def upper(command: Command, words: str) -> float:
    return float(command.answered(f"epsilon {words} --format json").record["epsilon"]["upper"])


def test_the_first_command_of_the_documents(command: Command) -> None:
    record = command.answered(f"epsilon {FIRST} --delta 1e-5 --format json").record
    assert record["epsilon"]["lower"] <= 5.19258344588316 <= record["epsilon"]["upper"]
    assert record["epsilon"]["upper"] / record["epsilon"]["lower"] - 1 <= 1e-3
    assert (record["delta"], record["relation"], record["group_size"]) == (1e-5, "add-remove", 1)
    assert (record["tight"], record["steps"], record["warnings"]) == (True, 10000, [])
    assert record["because"]
    assert record["program"]["phase"][0]["scheme"] == {"type": "poisson", "rate": 0.01}


def test_the_table_in_a_pipe_is_plain_and_rounded_outwards(command: Command) -> None:
    outcome = command.answered(f"epsilon {FIRST} --delta 1e-5")
    lines = dict(line.split(None, 1) for line in outcome.out.splitlines())
    assert float(lines["epsilon"].removeprefix("<= ")) >= 5.19258344588316
    assert float(lines["lower"].removeprefix("end")) <= 5.19258344588316
    assert lines["ran"] == "10000 x gaussian (noise_multiplier 1.1) on poisson (rate 0.01)"
    assert "\x1b" not in outcome.out
    assert outcome.err == ""


def test_csv_is_one_row_that_reads_back(command: Command) -> None:
    header, row = command.answered(f"epsilon {FIRST} --delta 1e-5 --format csv").out.splitlines()
    cells = dict(zip(header.split(","), row.split(","), strict=True))
    assert float(cells["epsilon_lower"]) <= 5.19258344588316 <= float(cells["epsilon_upper"])
    assert (cells["relation"], cells["tight"], cells["steps"]) == ("add-remove", "true", "10000")


def test_a_file_answers_and_options_replace_its_values(command: Command, tmp_path: Path) -> None:
    path = tmp_path / "run.toml"
    path.write_text(FILE, encoding="utf-8")
    record = command.answered(f"epsilon {path} --format json").record
    assert (record["relation"], record["group_size"], record["delta"]) == ("substitute", 2, 1e-5)
    words = f"epsilon {path} --relation remove --group-size 3 --delta 0 --format json"
    record = command.answered(words).record
    assert (record["relation"], record["group_size"], record["delta"]) == ("remove", 3, 0.0)
    assert record["epsilon"]["upper"] == pytest.approx(15.0, rel=1e-3)
    assert record["program"]["relation"] == "remove"


def test_phases_with_different_settings_compose(command: Command, tmp_path: Path) -> None:
    path = tmp_path / "run.toml"
    path.write_text(PHASES, encoding="utf-8")
    record = command.answered(f"epsilon {path} --format json").record
    assert record["epsilon"]["lower"] - 1e-4 <= 4.80104 <= record["epsilon"]["upper"] + 1e-4
    assert record["epsilon"]["upper"] == pytest.approx(4.80104, rel=1e-3)
    assert record["steps"] == 810
    assert [phase.get("name") for phase in record["program"]["phase"]] == ["first", None, None]


def test_the_program_of_an_answer_is_a_run_file(command: Command, tmp_path: Path) -> None:
    words = "--randomized-response 0.75 --categories 3 --without-replacement 50 5 --steps 2 --relation substitute"
    record = command.answered(f"epsilon {words} --delta 1e-6 --format json").record
    path = tmp_path / "again.json"
    path.write_text(json.dumps(record["program"]), encoding="utf-8")
    assert command.answered(f"epsilon {path} --format json").record == record


@pytest.mark.parametrize(
    "words",
    [
        "--gaussian 1 --poisson 0.1 --steps 0 --delta 0",
        "--gaussian 1 --poisson 0 --steps 100 --delta 0",
        "--gaussian 1 --poisson 0.01 --steps 10 --delta 0.5",
        "--gaussian 1 --full-batch --steps 1 --delta 0.9",
        "--gaussian 1 --poisson 0.00105 --steps 1 --delta 1e-3",
    ],
)
def test_epsilon_is_zero_where_delta_covers_everything(command: Command, words: str) -> None:
    assert command.answered(f"epsilon {words} --format json").record["epsilon"] == {
        "lower": 0.0,
        "upper": 0.0,
    }


def test_rate_one_is_the_full_batch(command: Command) -> None:
    rest = "--gaussian 5 --steps 100 --delta 1e-5"
    poisson = upper(command, f"{rest} --poisson 1")
    assert poisson == pytest.approx(9.997256, rel=1e-3)
    assert upper(command, f"{rest} --full-batch") == pytest.approx(poisson, rel=1e-3)


def test_delta_zero_gives_pure_epsilon_where_there_is_one(command: Command) -> None:
    assert upper(command, "--laplace 2 --full-batch --steps 10 --delta 0") == pytest.approx(5.0, rel=1e-3)
    words = "--randomized-response 0.75 --full-batch --steps 1 --delta 0 --relation substitute"
    assert upper(command, words) == pytest.approx(math.log(3), rel=1e-3)


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (
            "--gaussian 1 --full-batch --steps 1 --delta 0",
            "the privacy loss of this run has no largest value",
        ),
        ("--gaussian 0 --full-batch --steps 1 --delta 1e-5", "gives a record away with probability up to 1"),
        ("--epsilon-delta 0.1 1e-6 --full-batch --steps 30 --delta 2e-5", "with probability up to 3e-05"),
    ],
)
def test_an_infinite_epsilon_comes_with_its_reason(command: Command, words: str, reason: str) -> None:
    outcome = command.answered(f"epsilon {words} --format json")
    assert outcome.record["epsilon"]["upper"] == "Infinity"
    assert reason in outcome.record["reason"]
    assert "inf" in command.answered(f"epsilon {words} --format csv").out
    assert "epsilon     <= inf\n" in command.answered(f"epsilon {words}").out


def test_a_large_epsilon_is_warned_about(command: Command) -> None:
    words = "epsilon --gaussian 0.05 --poisson 0.1 --steps 10 --delta 1e-5"
    outcome = command.answered(f"{words} --format json")
    assert outcome.record["epsilon"]["upper"] == pytest.approx(1298.7953, rel=1e-3)
    (warning,) = outcome.record["warnings"]
    assert "above 100 it protects nobody in practice" in warning
    assert outcome.err == f"warning: {warning}\n"


def test_what_was_assumed_is_said(command: Command) -> None:
    outcome = command.answered("epsilon --gaussian 1 --delta 1e-5")
    assert outcome.err.count("warning: ") == 2
    assert "<= 4.3" in outcome.out


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("--gaussian -1 --steps 1 --delta 1e-5", "--gaussian must be "),
        ("--gaussian nan --steps 1 --delta 1e-5", "--gaussian must be "),
        ("--gaussian 1 --poisson 1.5 --steps 1 --delta 1e-5", "--poisson must be in [0, 1], got 1.5"),
        ("--gaussian 1 --poisson nan --steps 1 --delta 1e-5", "--poisson must be in [0, 1], got nan"),
        (
            "--gaussian 1 --without-replacement 10 11 --steps 1 --delta 1e-5",
            "--without-replacement batch_size must be",
        ),
        ("--gaussian 1 --steps -1 --delta 1e-5", "--steps must be a whole number >= 0, got -1"),
        ("--gaussian 1 --steps 1 --delta 1", "--delta must be a number in [0, 1), got 1.0"),
        ("--gaussian 1 --steps 1 --delta -1e-9", "--delta must be a number in [0, 1), got -1e-09"),
        ("--gaussian 1 --steps 1 --delta nan", "--delta must be a number in [0, 1), got nan"),
        (
            "--gaussian 1 --steps 1 --delta 1e-5 --group-size 0",
            "--group-size must be a whole number >= 1, got 0",
        ),
        ("--gaussian 1 --steps 1", "--delta must be given, got 'nothing'"),
        ("--gaussian 1 --steps 1 --delta 1e-5 --rtol 0", "--rtol must be in (0, 1), got 0.0"),
        (
            "--gaussian 1 --without-replacement 10 2 --steps 1 --delta 1e-5 --group-size 11",
            "--group-size must be at most dataset_size = 10, got 11",
        ),
        ("--epsilon-delta 1 2 --steps 1 --delta 1e-5", "--epsilon-delta delta must be in [0, 1], got 2.0"),
        ("--randomized-response 2 --steps 1 --delta 1e-5", "--randomized-response must be "),
        ("--randomized-response 0.7 --categories 1 --steps 1 --delta 1e-5", "--categories must be "),
        ("none.toml --delta 1e-5", "run file must be a readable file, got 'none.toml'"),
    ],
)
def test_bad_input_is_named_with_what_is_allowed(command: Command, words: str, expected: str) -> None:
    assert expected in command.refused(f"epsilon {words}")


def test_a_file_and_flags_contradict_each_other(command: Command, tmp_path: Path) -> None:
    path = tmp_path / "run.toml"
    path.write_text(FILE, encoding="utf-8")
    text = command.refused(f"epsilon {path} --gaussian 1 --steps 3")
    assert text.startswith("what ran must be given by a run file or by flags, not by both, got ")
    assert text.endswith("run.toml', '--gaussian', '--steps']")


def test_a_mistake_in_a_file_is_named_with_its_line(command: Command, tmp_path: Path) -> None:
    path = tmp_path / "run.toml"
    path.write_text(FILE.replace("scale", "scal"), encoding="utf-8")
    text = command.refused(f"epsilon {path}")
    assert f"{path}:6: phase[0].mechanism.scal: the key must be one of type, scale" in text
    assert "Did you mean 'scale'?" in text
