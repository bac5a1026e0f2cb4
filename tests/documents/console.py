"""Run the commands that a document shows, and compare what they print with what is shown."""

from __future__ import annotations

import io
import math
import re
import shlex
import sys
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from importlib.metadata import entry_points
from pathlib import Path
from typing import NamedTuple
from unittest.mock import patch

from house.sources import ROOT

SET_UP = {"git", "cd", "python3", "pip"}  # the CI runs these for real
FRAME = re.compile("[\N{BOX DRAWINGS LIGHT HORIZONTAL}-\N{BOX DRAWINGS HEAVY DOUBLE DASH VERTICAL}╭╮╯╰╴-╿|]")
NUMBER = re.compile(r"[-+]?\d+(?:\.\d+)?(?:e[-+]?\d+)?")


class Command(NamedTuple):
    """One line after a prompt and what is shown below it."""

    line: str
    shown: str


def commands(text: str) -> Iterator[Command]:
    """The commands of a console block: each ``$`` line, joined over its backslashes, with its output."""
    for part in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
        line, _, output = part.replace("\\\n", " ").partition("\n")
        yield Command(line, output)


def run_line(line: str) -> tuple[int, str]:
    """Exit code and output of a shown line; steps that only set things up are passed over."""
    code, printed = 0, ""
    for step in line.split("&&"):
        words = shlex.split(step)
        program = Path(words[0]).name
        if program == "tightdp":
            code, printed = run_tightdp(words[1:])
        elif program == "make":
            makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
            assert all(re.search(rf"^{target}:", makefile, re.MULTILINE) for target in words[1:]), step
        else:
            assert program in SET_UP, f"no way to run {step!r}"
    return code, printed


def run_tightdp(arguments: list[str]) -> tuple[int, str]:
    """Run the installed command in this process."""
    (command,) = entry_points(group="console_scripts", name="tightdp")
    printed = io.StringIO()
    with (
        patch.object(sys, "argv", ["tightdp", *arguments]),
        redirect_stdout(printed),
        redirect_stderr(printed),
    ):
        try:
            code = command.load()()
        except SystemExit as end:
            code = end.code
    return int(code or 0), printed.getvalue()


def missing(shown: str, printed: str) -> str | None:
    """The first shown word that does not follow in what was printed; numbers may differ by half a percent.

    Frames and line breaks do not count, and ``...`` stands for anything.
    """
    rest = iter(words(printed))
    for word in words(shown):
        if word.strip(".") and not any(alike(word, other) for other in rest):
            return word
    return None


def words(text: str) -> list[str]:
    return FRAME.sub(" ", text).split()


def alike(shown: str, printed: str) -> bool:
    """Whether two words are equal but for the last digits of their numbers."""
    if NUMBER.sub("#", shown) != NUMBER.sub("#", printed):
        return False
    pairs = zip(NUMBER.findall(shown), NUMBER.findall(printed), strict=True)
    return all(math.isclose(float(a), float(b), rel_tol=5e-3) for a, b in pairs)
