"""One word for one thing: public names and command-line options are in the glossary."""

from __future__ import annotations

import re

import tightdp
from house.documents import glossary_words
from house.sources import PACKAGE, assert_none, source_files, texts, tree

OPTION = re.compile(r"--[a-z][a-z-]*")


def test_public_names_are_in_the_glossary() -> None:
    public = set(getattr(tightdp, "__all__", ())) - {"__version__"}
    assert_none(public - glossary_words())


def test_command_line_options_are_in_the_glossary() -> None:
    commands = [path for path in source_files() if PACKAGE / "cli" in path.parents]
    declared = {option for path in commands for text in texts(tree(path)) for option in OPTION.findall(text)}
    assert_none(declared - glossary_words())
