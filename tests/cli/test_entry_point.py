"""Exit codes, and what the process does besides the answer."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from importlib.metadata import version

import pytest

from cli.command import Command
from tightdp.cli import entry_point

PROGRAM = "import sys; from tightdp.cli import main; code = main(sys.argv[1:]); "


def python(program: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-W", "error", "-c", program, *arguments],
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize("words", ["--version", "--help", "epsilon --help", "profile --help"])
def test_version_and_help_load_no_numbers(words: str) -> None:
    heavy = "print(sorted({'numpy', 'scipy', 'msgspec', 'matplotlib'} & set(sys.modules)), code, file=sys.stderr)"
    done = python(PROGRAM + heavy, *words.split())
    assert done.stderr == "[] 0\n"
    assert done.stdout


def test_version_is_one_line(command: Command) -> None:
    assert command.answered("--version").out == f"tightdp {version('tightdp')}\n"


COMMANDS = "epsilon, delta, profile, explain, calibrate, plan, compare, statement, audit, sweep, report, plot"


def test_help_names_every_command(command: Command) -> None:
    text = command.answered("--help").out
    assert all(name in text for name in COMMANDS.split(", "))


def test_no_command_is_refused(command: Command) -> None:
    said = command.refused("")
    assert said == f"the command must be one of {COMMANDS}, got 'none'. See tightdp --help"


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("epsilo", "No such command 'epsilo'"),
        ("epsilon --sigma 1", "No such option: --sigma"),
        ("epsilon --gaussian", "--gaussian"),
        ("epsilon --gaussian one", "--gaussian must be a number"),
        ("epsilon --gaussian 1 --steps 2.5", "--steps must be a whole number"),
        ("epsilon --gaussian 1 --without-replacement 10", "--without-replacement"),
        ("epsilon --gaussian 1 --relation swap", "--relation must be one of add-remove, insert"),
        ("epsilon --gaussian 1 --format xml", "--format must be one of"),
        ("epsilon --gaussian 1 --route fast", "--route must be one of"),
        ("delta --gaussian 1", "--epsilon"),
    ],
)
def test_a_wrong_command_line_ends_with_two(command: Command, words: str, expected: str) -> None:
    assert expected in command.refused(words)


@pytest.mark.parametrize(
    "words",
    [
        "--gaussian 1 --without-replacement 10 10 --steps 2",
        "--epsilon-delta 1 1e-6 --poisson 0.1 --steps 2 --route specific",
    ],
)
def test_what_cannot_be_answered_ends_with_three(command: Command, words: str) -> None:
    text = command.refused(f"epsilon {words} --delta 1e-5", code=3)
    assert text.startswith("no proven bound for ")
    assert "Instead:" in text


def test_a_fault_of_the_program_itself_is_not_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(**_: object) -> None:
        raise RuntimeError("broken")

    monkeypatch.setattr("tightdp.cli.app.app", broken)
    with pytest.raises(RuntimeError, match="broken"):
        entry_point.main(["--version"])


def test_an_interrupt_ends_quietly(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(**_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("tightdp.cli.app.app", interrupted)
    assert entry_point.main(["--version"]) == 130


def test_a_broken_pipe_is_closed_for_good(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(**_: object) -> None:
        raise BrokenPipeError

    class Pipe(io.StringIO):
        def fileno(self) -> int:
            return 1

    replaced: list[int] = []

    def replace(new: int, old: int) -> None:
        os.close(new)
        replaced.append(old)

    with monkeypatch.context() as patch:
        patch.setattr("tightdp.cli.app.app", broken)
        patch.setattr("sys.stdout", Pipe())
        patch.setattr("os.dup2", replace)
        code = entry_point.main(["--version"])
    assert (code, replaced) == (1, [1])


def test_a_reader_that_goes_away_is_no_traceback() -> None:
    words = "profile --laplace 1 --full-batch --steps 1 --from 0 --to 1 --points 5000 --format csv"
    with subprocess.Popen(
        [sys.executable, "-c", PROGRAM + "sys.exit(code)", *words.split()],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == ""
    assert process.returncode in {0, 1}
