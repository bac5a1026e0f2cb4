from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

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


@pytest.mark.parametrize(("words", "offered"), [("tightdp sw", "sweep"), ("tightdp report --out", "--output")])
def test_the_shell_completes_commands_and_options(words: str, offered: str) -> None:
    typed = {"_TIGHTDP_COMPLETE": "complete_bash", "COMP_WORDS": words, "COMP_CWORD": str(words.count(" "))}
    code = "import sys; from tightdp.cli import main; sys.exit(main([]))"
    done = subprocess.run(
        [sys.executable, "-c", code], env=os.environ | typed, capture_output=True, text=True, check=False
    )
    assert offered in done.stdout.split()


@pytest.mark.parametrize("option", ["--show-completion", "--install-completion"])
def test_completion_is_shown_and_installed(tmp_path: Path, option: str) -> None:
    code = "import sys; from tightdp.cli import main; sys.exit(main(sys.argv[1:]))"
    place = os.environ | {"HOME": str(tmp_path), "_TYPER_COMPLETE_TEST_DISABLE_SHELL_DETECTION": "1"}
    words = [sys.executable, "-c", code, option, "bash"]
    done = subprocess.run(words, env=place, capture_output=True, text=True, check=True)
    written = [path.read_text(encoding="utf-8") for path in tmp_path.rglob("*tightdp*")]
    assert "_TIGHTDP_COMPLETE" in "".join([done.stdout, *written])
    assert bool(written) == (option == "--install-completion")
