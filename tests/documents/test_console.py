"""The runner of the documents' commands sees what differs, and only that."""

from __future__ import annotations

import pytest

from documents.console import Command, commands, missing, run_line


def test_commands_are_split_at_prompts_and_joined_over_backslashes() -> None:
    text = "$ tightdp epsilon \\\n    --steps 3\nepsilon 1.5\n$ make test\n"
    assert list(commands(text)) == [
        Command("tightdp epsilon      --steps 3", "epsilon 1.5\n"),
        Command("make test", ""),
    ]


@pytest.mark.parametrize("printed", ["epsilon  5.1927", "│ epsilon │ 5.19 │", "say epsilon is 5.193 here"])
def test_output_may_differ_in_frames_spaces_and_last_digits(printed: str) -> None:
    assert missing("epsilon\n... 5.193", printed) is None


@pytest.mark.parametrize(("printed", "word"), [("epsilon 5.3", "5.193"), ("delta 5.193", "epsilon"), ("", "epsilon")])
def test_output_that_says_something_else_is_seen(printed: str, word: str) -> None:
    assert missing("epsilon 5.193", printed) == word


def test_a_command_that_cannot_be_run_is_an_error() -> None:
    with pytest.raises(AssertionError, match="no way to run 'frobnicate now'"):
        run_line("frobnicate now")


def test_a_make_target_must_exist() -> None:
    assert run_line("make test") == (0, "")
    with pytest.raises(AssertionError, match="make nonsense"):
        run_line("make nonsense")
