"""``tightdp calibrate``: right values on the safe side, every unknown, and bad input."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from cli.command import Command

SAMPLED = "--gaussian 1 --poisson 0.01"
TARGET = "--epsilon 1 --delta 1e-5"


def found(command: Command, words: str) -> dict[str, Any]:
    return command.answered(f"calibrate {words} --format json").record["calibration"]


def test_the_noise_of_dp_sgd(command: Command) -> None:
    outcome = command.answered(f"calibrate --find noise {SAMPLED} --steps 10000 --epsilon 2 --delta 1e-5")
    lines = [line.split(maxsplit=1) for line in outcome.out.splitlines()]
    assert lines[0][0] == "noise"
    assert float(lines[0][1]) == pytest.approx(2.1276, rel=1e-3)
    assert lines[1] == ["target", "epsilon <= 2 at delta 1e-05"]
    assert lines[2] == ["epsilon", "<= 2"]
    assert "10000 x gaussian (noise_multiplier 2.127" in outcome.out
    assert outcome.err == ""
    again = command.answered(
        f"epsilon --gaussian {lines[0][1]} --poisson 0.01 --steps 10000 --delta 1e-5 --format json"
    )
    assert again.record["epsilon"]["upper"] <= 2.0


@pytest.mark.parametrize(
    ("words", "value"),
    [
        (f"--find steps {SAMPLED} {TARGET}", 254),
        ("--find rate --epsilon-delta 1 1e-6 --poisson 1 --steps 1 --epsilon 0.1 --delta 1e-7", 0.061207),
        ("--find delta --gaussian 1 --full-batch --steps 1 --epsilon 1", 0.126937),
        (f"--find group-size --gaussian 10 --full-batch --steps 1 {TARGET}", 2),
        (f"--find batch-size --gaussian 4 --without-replacement 1000 1 --steps 10 --relation substitute {TARGET}", 121),
        ("--find noise --gaussian 1 --full-batch --steps 1 --advantage 0.382925", 1.0),
        (
            "--find noise --gaussian 1 --full-batch --steps 1 --false-positive-rate 0.05 --false-negative-rate 0.5",
            0.607957,
        ),
        (f"--find group-size --gaussian 1000 --without-replacement 7 3 --steps 1 {TARGET}", 4),
    ],
)
def test_every_unknown_and_every_target(command: Command, words: str, value: float) -> None:
    calibration = found(command, words)
    assert calibration["value"] == pytest.approx(value, rel=1e-5)
    assert calibration["unspent"] >= 0.0


def test_several_phases_keep_their_ratio(command: Command, tmp_path: Path) -> None:
    path = tmp_path / "run.toml"
    path.write_text(
        'delta = 1e-5\n[[phase]]\nsteps = 50\nmechanism = { type = "gaussian", noise_multiplier = 2 }\n'
        'scheme = { type = "poisson", rate = 0.1 }\n[[phase]]\nsteps = 20\n'
        'mechanism = { type = "laplace", scale = 6 }\n'
        'scheme = { type = "poisson", rate = 0.05 }\n',
        encoding="utf-8",
    )
    record = command.answered(f"calibrate {path} --find noise --epsilon 1 --format json").record
    phases = record["program"]["phase"]
    value = record["calibration"]["value"]
    assert phases[0]["mechanism"]["noise_multiplier"] == pytest.approx(value, rel=1e-12)
    assert phases[1]["mechanism"]["scale"] == pytest.approx(3.0 * value, rel=1e-12)
    assert record["program"]["delta"] == 1e-5
    rates = command.answered(f"calibrate {path} --find rate --epsilon 1 --format json").record["program"]["phase"]
    assert rates[0]["scheme"]["rate"] == pytest.approx(2.0 * rates[1]["scheme"]["rate"], rel=1e-12)
    steps = command.answered(f"calibrate {path} --find steps --epsilon 3 --format json").record["program"]["phase"]
    assert steps[0]["steps"] == 50
    assert steps[1]["steps"] > 20


def test_csv_is_one_row(command: Command) -> None:
    header, row = command.answered(f"calibrate --find steps {SAMPLED} {TARGET} --format csv").out.splitlines()
    cells = dict(zip(header.split(","), row.split(","), strict=True))
    assert (cells["find"], cells["value"], cells["target_epsilon"], cells["decides"]) == (
        "steps",
        "254",
        "1",
        "epsilon",
    )
    assert float(cells["upper"]) <= 1.0


def test_what_is_not_used_up_is_said(command: Command) -> None:
    outcome = command.answered("calibrate --find rate --gaussian 10 --poisson 0.1 --steps 1 --epsilon 1 --delta 1e-5")
    assert outcome.err.startswith("warning: the target allows more than rate 1, where the range of the search ends: ")
    outcome = command.answered("calibrate --find noise --gaussian 1 --steps 1 --epsilon inf --delta 1e-5 --full-batch")
    assert outcome.out.splitlines()[0].split() == ["noise", "0"]


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (f"--find noise {SAMPLED}", "the target must be given by one of --epsilon, --advantage, or"),
        (f"--find noise {SAMPLED} {TARGET} --advantage 0.1", "got ['--epsilon', '--advantage']"),
        (f"--find noise {SAMPLED} --epsilon 1", "--delta must be given, got 'nothing'"),
        (f"--find noise {SAMPLED} --epsilon -1 --delta 0.1", "--epsilon must be a number >= 0, got -1.0"),
        (f"--find noise {SAMPLED} --epsilon 1 --delta 2", "--delta must be a number in [0, 1), got 2.0"),
        (f"--find noise {SAMPLED} --epsilon 0 --delta 0", "epsilon and delta must be not both 0"),
        (f"--find noise {SAMPLED} --advantage 0", "--advantage must be in (0, 1], got 0.0"),
        (f"--find noise {SAMPLED} --advantage 0.1 --delta 0.1", "--delta must be left out with --advantage, a target"),
        (f"--find noise {SAMPLED} --false-positive-rate 0.1", "the target must be both error rates"),
        (f"--find delta {SAMPLED} --advantage 0.1", "given by --epsilon alone when delta is looked for"),
        (f"--find delta {SAMPLED} --epsilon -1", "--epsilon must be a number >= 0, got -1.0"),
        (f"--find noise --epsilon-delta 1 0 {TARGET}", "--find must be something that the run has; gaussian, laplace"),
        (f"--find noise --gaussian 0 {TARGET}", "noise must be positive in every phase, got [0.0]"),
        (f"--find noise {SAMPLED} {TARGET} --rtol 2", "--rtol must be in (0, 1), got 2.0"),
        (f"--find noise --gaussian -1 {TARGET}", "--gaussian must be a finite number >= 0, got -1.0"),
    ],
)
def test_bad_input_is_named(command: Command, words: str, expected: str) -> None:
    assert expected in command.refused(f"calibrate {words}")


def test_targets_out_of_reach_have_an_exit_code_of_their_own(command: Command) -> None:
    words = f"calibrate --find noise --together --gaussian 1 --epsilon-delta 2 0 --full-batch --steps 1 {TARGET}"
    assert "the closest of the values looked at, epsilon is 1.9999" in command.refused(words, code=3)


def test_one_data_set_size(command: Command, tmp_path: Path) -> None:
    phase = '[[phase]]\nsteps = 1\nmechanism = { type = "gaussian", noise_multiplier = 2 }\n'
    scheme = 'scheme = { type = "without-replacement", dataset_size = %d, batch_size = 2 }\n'
    path = tmp_path / "run.toml"
    path.write_text("".join(phase + scheme % size for size in (50, 60)), encoding="utf-8")
    text = command.refused(f"calibrate {path} --find batch-size --relation substitute {TARGET}")
    assert "the data set size must be one size in all phases" in text
