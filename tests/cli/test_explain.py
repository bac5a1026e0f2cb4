from __future__ import annotations

import csv
import io

from cli.command import Command

SUBSTITUTE = "explain --gaussian 1 --without-replacement 10000 100 --steps 5 --relation substitute"


def test_theorems_are_told_in_words(command: Command) -> None:
    text = command.answered(f"{SUBSTITUTE} --delta 1e-5").out
    assert "B18/T9   Sampling without replacement under substitution, for any mechanism" in text
    assert "route       tightest: the best of all that is proven" in text
    assert "rounding and tails cost" in text
    assert "2 times one record's contribution" in text


def test_without_a_delta_nothing_is_computed(command: Command) -> None:
    text = command.answered(SUBSTITUTE).out
    assert "B18/T9" in text
    assert "epsilon" not in text.split()
    record = command.answered(f"{SUBSTITUTE} --format json").record
    assert "epsilon" not in record
    assert record["theorems"][0]["key"] == "B18/T9"


def test_json_has_the_words_next_to_everything_else(command: Command) -> None:
    record = command.answered(f"{SUBSTITUTE} --delta 1e-5 --format json").record
    assert record["theorems"][0]["words"].startswith("Sampling without replacement")
    assert record["epsilon"]["lower"] <= record["epsilon"]["upper"]
    assert record["because"]["directions"][0]["substituted"] == 1
    assert record["delta"] == 1e-5


def test_csv_has_a_row_for_each_part(command: Command) -> None:
    text = command.answered(f"{SUBSTITUTE} --delta 1e-5 --format csv").out
    rows = list(csv.DictReader(io.StringIO(text)))
    assert {row["part"] for row in rows} >= {"epsilon", "neighbours", "ran", "tight", "route", "theorem", "direction"}


def test_bad_input_is_refused(command: Command) -> None:
    assert command.refused(f"{SUBSTITUTE} --delta 1") == "--delta must be a number in [0, 1), got 1.0"
