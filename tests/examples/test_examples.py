"""Each example through the command line, with the value that its document promises."""

from __future__ import annotations

import json
import math
from pathlib import Path

import pytest

from tightdp.cli import main

EXAMPLES = Path(__file__).parents[2] / "examples"
FILES = sorted(EXAMPLES.glob("*.toml"))


def record(capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, dict[str, float]]:
    code = main([*words, "--format", "json"])
    shown = capsys.readouterr()
    assert (code, shown.err) == (0, "")
    return json.loads(shown.out)


def epsilon(capsys: pytest.CaptureFixture[str], name: str, *more: str) -> dict[str, float]:
    return record(capsys, "epsilon", str(EXAMPLES / name), *more)["epsilon"]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
@pytest.mark.parametrize("form", ["table", "json", "csv"])
def test_each_example_answers_and_explains_itself(capsys: pytest.CaptureFixture[str], path: Path, form: str) -> None:
    for name in ("epsilon", "explain"):
        assert main([name, str(path), "--format", form]) == 0
        shown = capsys.readouterr()
        assert shown.out
        assert shown.err == ""


def test_there_are_three_runs_and_a_plan() -> None:
    assert len(FILES) == 4
    readme = (EXAMPLES / "README.md").read_text(encoding="utf-8")
    assert all(path.name in readme for path in FILES)


def test_mnist(capsys: pytest.CaptureFixture[str]) -> None:
    found = epsilon(capsys, "mnist_dp_sgd.toml")
    assert found["lower"] <= 2.3817 + 1e-4
    assert found["upper"] == pytest.approx(2.3817, abs=3e-3)
    assert epsilon(capsys, "mnist_dp_sgd.toml", "--group-size", "2")["lower"] > found["upper"]


def test_fine_tuning_is_between_its_ends(capsys: pytest.CaptureFixture[str]) -> None:
    found = record(capsys, "epsilon", str(EXAMPLES / "fine_tuning_fixed_size.toml"))
    assert found["tight"] is False
    assert 0.0 < found["epsilon"]["lower"] < found["epsilon"]["upper"] < 20.0


def test_survey_is_pure(capsys: pytest.CaptureFixture[str]) -> None:
    found = epsilon(capsys, "survey_randomized_response.toml")
    assert found["lower"] <= math.log1p(0.02 * 2.0) + 1e-9
    assert found["upper"] == pytest.approx(math.log1p(0.02 * 2.0), rel=1e-2)
