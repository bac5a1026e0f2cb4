"""The documents run: every Python and console block, in order, in one folder per document."""

from __future__ import annotations

import doctest
import re
import shutil
from importlib.util import find_spec
from pathlib import Path

import pytest

from documents.blocks import Block, blocks, documents
from documents.console import commands, missing, run_line
from house.sources import ROOT, room_exists, shown

RUNS = {"python": ("accounting",), "console": ("accounting", "cli")}  # rooms that a block needs
LINK = re.compile(r"(?<!!)\[[^\]]*\]\(([^)#\s]*)(?:#([^)\s]*))?\)")


@pytest.mark.filterwarnings("ignore:os.fork:RuntimeWarning")  # JAX, if loaded, warns of any loader with workers
@pytest.mark.filterwarnings("default:Secure RNG turned off:UserWarning")  # Opacus, wherever an engine is made
@pytest.mark.parametrize("document", documents(), ids=shown)
def test_document_runs(document: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if (ROOT / "examples").exists():
        shutil.copytree(ROOT / "examples", tmp_path / "examples")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "110")
    monkeypatch.setenv("NO_COLOR", "1")
    names: dict[str, object] = {}
    for block in blocks(document):
        if block.language == "toml" and block.options:
            (tmp_path / block.options[0]).write_text(block.text, encoding="utf-8")
        elif block.language in RUNS and all(map(room_exists, RUNS[block.language])) and installed(block):
            (run_python if block.language == "python" else run_console)(document, block, names)


def installed(block: Block) -> bool:
    """Whether the frameworks that a block needs are here: ``needs=torch`` after the language."""
    needed = [word.removeprefix("needs=") for word in block.options if word.startswith("needs=")]
    return all(find_spec(framework) is not None for framework in needed)


def run_python(document: Path, block: Block, names: dict[str, object]) -> None:
    """Run a block, as a doctest where it shows prompts; names last to the document's end."""
    where = shown(document, block.line)
    if ">>>" not in block.text:
        exec(compile("\n" * (block.line - 1) + block.text, where, "exec"), names)
        return
    example = doctest.DocTestParser().get_doctest(block.text, names, where, str(document), block.line - 1)
    example.globs = names
    options = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
    report: list[str] = []
    result = doctest.DocTestRunner(optionflags=options, verbose=False).run(
        example, out=report.append, clear_globs=False
    )
    assert result.failed == 0, "".join(report)


def run_console(document: Path, block: Block, _: dict[str, object]) -> None:
    """Run the commands of a block; ``exit=N`` after the language says that they end with code N."""
    wanted = next((int(word.removeprefix("exit=")) for word in block.options if word.startswith("exit=")), 0)
    for command in commands(block.text):
        code, printed = run_line(command.line)
        where = f"{shown(document, block.line)} $ {command.line}\n{printed}"
        assert code == wanted, where
        assert missing(command.shown, printed) is None, f"{missing(command.shown, printed)!r} is not in {where}"


@pytest.mark.parametrize("document", documents(), ids=shown)
def test_links_lead_somewhere(document: Path) -> None:
    for target, anchor in LINK.findall(document.read_text(encoding="utf-8")):
        if "://" in target:
            continue
        page = (document.parent / target) if target else document
        assert page.exists(), target
        assert not anchor or anchor in anchors(page), f"{target}#{anchor}"


def anchors(page: Path) -> set[str]:
    """The anchors that a page's headings make."""
    headings = re.findall(r"^#+ (.*)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).strip().replace(" ", "-") for heading in headings}
