"""``tightdp audit``: right values, seeds, a contradiction, and bad input."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from cli.command import Command
from tightdp.auditing import worst_inputs

ONE = "audit --gaussian 1 --full-batch --steps 1 --delta 0.01 --runs 4000"


def test_an_audit_stands_beside_the_account(command: Command) -> None:
    record = command.answered(f"{ONE} --seed 5 --format json").record
    assert record["verdict"]["consistent"] is True
    assert 1.2 < record["audit"]["epsilon"]["lower"] < record["epsilon"]["upper"]
    assert record["epsilon"]["upper"] == pytest.approx(2.3178, rel=1e-3)
    assert (record["audit"]["seed"], record["audit"]["runs"], record["audit"]["counted"]) == (5, 4000, 2800)
    assert (record["relation"], record["steps"], record["warnings"]) == ("add-remove", 1, [])


def test_the_table_is_rounded_outwards_and_says_what_was_done(command: Command) -> None:
    outcome = command.answered(f"{ONE} --seed 5")
    shown = command.answered(f"{ONE} --seed 5 --format json").record["audit"]["epsilon"]["lower"]
    lines = outcome.out.splitlines()
    assert lines[0].startswith("epsilon          >= ")
    assert float(lines[0].split()[-1]) <= shown
    assert lines[2].split() == ["verdict", "consistent"]
    assert "4000 on each data set; 1200 chose the test, the others counted" in outcome.out
    assert "drawn by the scheme's sampler" in outcome.out
    assert outcome.err == ""


def test_csv_is_one_row(command: Command) -> None:
    header, row = command.answered(f"{ONE} --seed 5 --format csv").out.splitlines()
    cells = dict(zip(header.split(","), row.split(","), strict=True))
    assert 1.2 < float(cells["epsilon_shown"]) < float(cells["epsilon_upper"])
    assert (cells["consistent"], cells["chance"], cells["seed"]) == ("true", "1", "5")


def test_a_seed_repeats_an_audit_and_is_made_where_none_is_given(command: Command) -> None:
    first = command.answered(f"{ONE} --format json").record
    again = command.answered(f"{ONE} --seed {first['audit']['seed']} --format json").record
    assert first == again
    assert command.answered(f"{ONE} --format json").record["audit"]["seed"] != first["audit"]["seed"]


def test_a_run_file_and_other_options(command: Command, tmp_path: Path) -> None:
    path = tmp_path / "run.toml"
    path.write_text(
        'relation = "substitute"\ndelta = 0.05\n[[phase]]\nsteps = 3\n'
        'mechanism = { type = "laplace", scale = 2 }\nscheme = { type = "poisson", rate = 0.5 }\n',
        encoding="utf-8",
    )
    words = f"audit {path} --runs 300 --seed 1 --confidence 0.9 --batches law --format json"
    audit = command.answered(words).record["audit"]
    assert (audit["delta"], audit["confidence"], audit["batches"]) == (0.05, 0.9, "law")
    assert audit["direction"] == "1 substituted"


def test_a_contradiction_has_an_exit_code_of_its_own(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    def half_the_noise(sigma: float, rng: np.random.Generator, count: int) -> object:
        return 0.5 * sigma * rng.standard_normal(count)

    monkeypatch.setattr(worst_inputs, "_normal", half_the_noise)
    outcome = command(f"{ONE} --seed 5")
    assert outcome.code == 4
    assert outcome.out.splitlines()[2].split() == ["verdict", "contradiction"]
    assert outcome.err.startswith("warning: contradiction: the audit shows epsilon >= ")
    assert "if the claim held, this would be seen with probability at most" in outcome.err


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("--gaussian 1 --steps 1", "--delta must be given, got 'nothing'"),
        ("--gaussian 1 --steps 1 --delta 0.1 --runs 10", "--runs must be a whole number >= 100, got 10"),
        ("--gaussian 1 --steps 1 --delta 0.1 --confidence 1", "--confidence must be in (0, 1), got 1.0"),
        ("--gaussian 1 --steps 1 --delta 0.1 --seed -1", "--seed must be a whole number >= 0, got -1"),
        (
            "--gaussian 1 --without-replacement 20000 10 --steps 1 --delta 0.1 --batches scheme",
            "--batches must be 'law' or 'auto'",
        ),
        ("--gaussian 1 --steps 1000000000 --delta 0.1", "--runs must be so few that runs times"),
    ],
)
def test_bad_input_is_named(command: Command, words: str, expected: str) -> None:
    assert expected in command.refused(f"audit {words}")
