from __future__ import annotations

import runpy
import sys
from typing import Annotated

import pytest
import typer

from house.sources import ROOT
from tightdp.cli.app import COMMANDS
from tightdp.cli.choices import FormatChoice
from tightdp.cli.reference import command_reference


def first(
    *,
    name: Annotated[str, typer.Argument(metavar="NAME", help="Who.")],
    form: Annotated[FormatChoice | None, typer.Option("--form", "-f", help="This | that.")] = None,
    shared: Annotated[int, typer.Option("--shared", metavar="N", help="Both.")] = 3,
) -> None:
    """The first."""


def second(*, shared: Annotated[int, typer.Option("--shared", metavar="N", help="Both.")] = 3) -> None:
    """The second."""


def test_each_command_has_its_options_and_shared_ones_come_once() -> None:
    page = command_reference((first, second))
    assert "## tightdp first\n\nThe first.\n\n| option | meaning | default |\n" in page
    assert "| `NAME` | Who. | required |\n| `--form`, `-f` `table, json, csv` | This \\| that. |  |\n" in page
    assert "## tightdp second\n\nThe second.\n\n## Options" in page
    assert page.count("| `--shared` `N` | Both. | `3` |") == 1


def test_the_page_in_the_documents_is_the_one_that_is_made() -> None:
    page = (ROOT / "docs" / "commands.md").read_text(encoding="utf-8")
    assert page == command_reference(COMMANDS), "run: python -m tightdp.cli.reference > docs/commands.md"


def test_the_module_prints_the_page(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "tightdp.cli.reference")
    runpy.run_module("tightdp.cli.reference", run_name="__main__")
    assert capsys.readouterr().out == command_reference(COMMANDS)
