from __future__ import annotations

import csv
import io
from pathlib import Path

import pytest

from cli.command import Command

LAPLACE = "profile --laplace 1 --full-batch --steps 1"


def test_the_default_is_a_table_from_zero(command: Command) -> None:
    numbers, _, asked = command.answered(LAPLACE).out.partition("\n\n")
    lines = numbers.splitlines()
    assert lines[0].split() == ["epsilon", "delta_lower", "delta_upper"]
    assert len(lines) == 22
    assert asked.split("\n")[0].split() == ["neighbours", "add-remove,", "one", "record"]
    assert lines[1].split()[0] == "0"


def test_csv_has_exact_numbers_between_two_ends(command: Command) -> None:
    text = command.answered(f"{LAPLACE} --from 0 --to 1 --points 5 --format csv").out
    read = list(csv.DictReader(io.StringIO(text)))
    assert {row.pop("relation") for row in read} == {"add-remove"}
    rows = [{key: float(value) for key, value in row.items()} for row in read]
    assert [row["epsilon"] for row in rows] == [0.0, 0.25, 0.5, 0.75, 1.0]
    assert [row["delta_upper"] for row in rows] == pytest.approx(
        [0.393469340287, 0.312710721209, 0.221199216929, 0.117503097416, 0.0], rel=1e-3, abs=1e-9
    )
    assert all(row["delta_lower"] <= row["delta_upper"] for row in rows)


def test_json_has_a_bound_for_each_epsilon(command: Command) -> None:
    record = command.answered(f"{LAPLACE} --epsilon 0.5 --epsilon 0.25 --format json").record
    assert [point["epsilon"] for point in record["profile"]] == [0.25, 0.5]
    assert record["profile"][1]["delta"]["upper"] == pytest.approx(0.221199216929, rel=1e-3)
    assert record["relation"] == "add-remove"


@pytest.mark.parametrize("ending", ["svg", "png", "pdf"])
def test_a_picture_goes_to_its_file_and_nothing_else(command: Command, tmp_path: Path, ending: str) -> None:
    path = tmp_path / f"profile.{ending}"
    outcome = command.answered(f"{LAPLACE} --points 5 --output {path}")
    assert path.stat().st_size > 1000
    assert (outcome.out, outcome.err) == ("", f"wrote {path}\n")


def test_a_picture_points_out_the_delta_that_was_asked(command: Command, tmp_path: Path) -> None:
    path = tmp_path / "profile.svg"
    outcome = command.answered(f"{LAPLACE} --delta 0.221199216929 --output {path} --format csv")
    assert outcome.out.startswith("epsilon,")
    text = path.read_text(encoding="utf-8")
    assert "at δ = 0.221199216929" in text
    assert "1 x laplace (scale 1) on full-batch" in text


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("--output profile.jpg", "plot file must be a file whose name ends in .svg, .png, .pdf"),
        ("--output none/profile.svg", "plot file must be in a folder that exists"),
        ("--epsilon 1 --from 0", "given by --epsilon or by a range, not by both"),
        ("--points 1", "--points must be a whole number from 2 to 100000, got 1"),
        ("--from 2 --to 1", "--to must be above --from, which is 2, got 1.0"),
        ("--from -1", "--from must be a finite number >= 0, got -1.0"),
        ("--from nan", "--from must be a finite number >= 0, got nan"),
    ],
)
def test_bad_input_is_refused_and_nothing_is_written(
    command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: str, expected: str
) -> None:
    monkeypatch.chdir(tmp_path)
    assert expected in command.refused(f"{LAPLACE} {words}")
    assert list(tmp_path.iterdir()) == []
