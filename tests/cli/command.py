"""Run ``tightdp`` in this process and look at what a user would see."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

import pytest

from tightdp.cli import main


@dataclass(frozen=True)
class Outcome:
    """Exit code, standard output and standard error of a command."""

    code: int
    out: str
    err: str

    @property
    def record(self) -> dict[str, Any]:
        """The output read by a JSON reader that takes no infinities."""

        def refuse(constant: str) -> None:
            raise AssertionError(constant)

        return json.loads(self.out, parse_constant=refuse)


class Command:
    """``command("epsilon --gaussian 1 ...")`` gives an ``Outcome``."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self._capsys = capsys

    def __call__(self, words: str, *more: str) -> Outcome:
        self._capsys.readouterr()
        code = main([*words.split(), *more])
        shown = self._capsys.readouterr()
        return Outcome(code, shown.out, shown.err)

    def answered(self, words: str, *more: str) -> Outcome:
        """The outcome of a command that must succeed."""
        outcome = self(words, *more)
        assert outcome.code == 0, outcome.err
        return outcome

    def refused(self, words: str, *more: str, code: int = 2) -> str:
        """The one line of a command that must fail and print nothing else."""
        outcome = self(words, *more)
        assert outcome.code == code, outcome
        assert outcome.out == ""
        assert outcome.err.startswith("error: ")
        assert outcome.err.count("\n") == 1
        return outcome.err.removeprefix("error: ").rstrip()
