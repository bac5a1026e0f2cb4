"""A word that cannot be read is repeated, with what is allowed."""

from __future__ import annotations

from pathlib import Path

import pytest

from cli.command import Command
from tightdp.cli.delta import delta
from tightdp.cli.unread_word import unread_word

NUMBER = "a number, such as 0.01 or 1e-5"
WHOLE = "a whole number without point or exponent"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("epsilon --gaussian abc --poisson 0.01 --delta 1e-5", f"--gaussian must be {NUMBER}, got 'abc'"),
        ("epsilon --gaussian 1 --poisson 1,5 --delta 1e-5", f"--poisson must be {NUMBER}, got '1,5'"),
        ("epsilon --gaussian 1 --poisson=1,5 --delta 1e-5", f"--poisson must be {NUMBER}, got '1,5'"),
        ("epsilon --gaussian 1 --poisson= --delta 1e-5", f"--poisson must be {NUMBER}, got ''"),
        ("epsilon --gaussian 1 --steps 1.5 --delta 1e-5", f"--steps must be {WHOLE}, got '1.5'"),
        ("epsilon --gaussian 1 --steps 1e4 --delta 1e-5", f"--steps must be {WHOLE}, got '1e4'"),
        ("epsilon --gaussian 1 --delta x", f"--delta must be {NUMBER}, got 'x'"),
        ("epsilon --gaussian 1 --group-size two --delta 1e-5", f"--group-size must be {WHOLE}, got 'two'"),
        ("epsilon --gaussian", f"--gaussian must be {NUMBER}, got 'nothing'"),
        (
            "epsilon --gaussian 1 --without-replacement 100 --steps 10",
            "--without-replacement must be 2 whole numbers without point or exponent, got '100 --steps'",
        ),
        (
            "epsilon --gaussian 1 --with-replacement=100 x --steps 10",
            "--with-replacement must be 2 whole numbers without point or exponent, got '100 x'",
        ),
        ("epsilon --epsilon-delta 1", "--epsilon-delta must be 2 numbers, such as 0.01 or 1e-5, got '1'"),
        ("profile --gaussian 1 --epsilon 1 --epsilon x", f"--epsilon must be {NUMBER}, got 'x'"),
        (
            "epsilon --gaussian 1 --relation swap --delta 1e-5",
            "--relation must be one of add-remove, insert, remove, substitute, got 'swap'",
        ),
        (
            "calibrate --find sigma --gaussian 1",
            "--find must be one of noise, rate, batch-size, steps, delta, group-siz",
        ),
        ("sweep --gaussian 1 --workers many", f"--workers must be {WHOLE}, got 'many'"),
        (f"epsilon --gaussian 1 --steps {'9' * 5000}", f"--steps must be {WHOLE}, got '{'9' * 60}...'"),
    ],
)
def test_the_word_is_repeated_with_what_is_allowed(command: Command, words: str, said: str) -> None:
    assert command.refused(words).startswith(said)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("delta --gaussian 1", "Missing option '--epsilon'."),
        ("epsilon a.toml b.toml", "Got unexpected extra argument"),
        ("epsilon --gaussian 1 --full-batch=3", "--full-batch"),
    ],
)
def test_other_mistakes_keep_their_words(command: Command, words: str, said: str) -> None:
    assert said in command.refused(words)


def test_an_error_that_names_no_option_is_not_explained() -> None:
    assert unread_word(RuntimeError("broken"), ["--gaussian", "1"], delta) is None


PHASE = """[[phase]]
steps = 1
mechanism = {{ type = "gaussian", noise_multiplier = {} }}
scheme = {{ type = "full-batch" }}
"""


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "run.toml: the document must be a table with the key 'phase', got 'nothing'"),
        ("# later\n", "run.toml: the document must be a table with the key 'phase', got 'nothing'"),
        ("delta = 1e-5", "run.toml:1: the document must be a table with the key 'phase', got ['delta']"),
        (PHASE.format('"abc"'), "run.toml:3: phase[0].mechanism.noise_multiplier must be a number, got 'abc'"),
        (PHASE.format("true"), "run.toml:3: phase[0].mechanism.noise_multiplier must be a number, got True"),
        (PHASE.format("1,5"), "run.toml:3 must be valid TOML, got 'mechanism = "),
        (PHASE.format("1").replace("= 1\n", "= 1.5\n"), f"run.toml:2: phase[0].steps must be {WHOLE}, got 1.5"),
        ("phase = 3", "run.toml:1: phase must be a list of tables, got 3. Write [[phase]] above each phase"),
    ],
)
def test_a_run_file_repeats_its_value_too(
    command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str, said: str
) -> None:
    (tmp_path / "run.toml").write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    assert command.refused("epsilon run.toml --delta 1e-5").startswith(said)
