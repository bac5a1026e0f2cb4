from __future__ import annotations

import pytest

from cli.command import Command


@pytest.mark.parametrize("words", ["--steps 1 --steps 2", "--steps=1 --steps 2", "--full-batch --full-batch"])
def test_an_option_given_twice_is_refused(command: Command, words: str) -> None:
    text = command.refused(f"epsilon --gaussian 1 --delta 1e-5 {words}")
    assert text in {
        "an option must be given once, got ['--steps']",
        "an option must be given once, got ['--full-batch']",
    }


def test_an_option_that_may_be_repeated_may(command: Command) -> None:
    words = "profile --laplace 1 --full-batch --steps 1 --epsilon 0.5 --epsilon 0.25 --format csv"
    assert [line.split(",")[0] for line in command.answered(words).out.splitlines()] == [
        "epsilon",
        "0.25",
        "0.5",
    ]
