from __future__ import annotations

from pathlib import Path

import pytest

from cli.command import Command

POISSON = "compare --gaussian 1 --poisson 0.01 --steps 100 --delta 1e-5 --rtol 0.01"
EXAMPLES = sorted((Path(__file__).parents[2] / "examples").glob("*.toml"))


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_the_examples_show_every_bound_with_a_number_or_a_reason(command: Command, path: Path) -> None:
    numbers, _, asked = command.answered(f"compare {path} --rtol 0.01").out.partition("\n\n")
    assert asked.startswith("neighbours ")
    lines = numbers.splitlines()
    assert lines[0].split() == ["bound", "epsilon", "ratio", "because"]
    assert len(lines) == 20
    assert lines[1].startswith("tightdp  ")
    for line in lines[1:]:
        name, epsilon, ratio, because = (part.strip() for part in line.split("  ") if part.strip())
        assert name
        assert because
        assert (epsilon == "-") == (ratio == "-")


def test_a_picture_goes_to_its_file_beside_the_table(command: Command, tmp_path: Path) -> None:
    path = tmp_path / "bounds.svg"
    outcome = command.answered(f"{POISSON} --plot {path}")
    assert outcome.err == f"wrote {path}\n"
    assert outcome.out.startswith("bound ")
    text = path.read_text(encoding="utf-8")
    assert "moments accountant" in text
    assert "100 x gaussian (noise_multiplier 1) on poisson (rate 0.01)" in text


def test_group_sizes_replace_the_files(command: Command) -> None:
    record = command.answered(f"{POISSON} --group-size 2 --format json").record
    assert record["group_size"] == 2
    reasons = {row["bound"]: row["reason"] for row in record["comparison"]}
    assert reasons["moments accountant"] == "it is proven for one record, not for groups of 2"
    assert reasons["group after tight Rényi"] == ""


def test_bad_input_is_refused(command: Command) -> None:
    without = POISSON.replace(" --delta 1e-5", "")
    assert command.refused(without).startswith("--delta must be given, got 'nothing'")
    text = command.refused(f"{POISSON} --route agnostic")
    assert text == "--route must be left out: a comparison takes every route, got 'agnostic'"
    assert "plot file must be a file whose name ends in" in command.refused(f"{POISSON} --plot bounds.jpg")


def test_a_large_epsilon_is_pointed_out(command: Command) -> None:
    outcome = command.answered("compare --laplace 0.001 --full-batch --steps 1 --delta 0")
    assert "above 100 it protects nobody in practice" in outcome.err
