"""Tracked files speak of the product only: no machine's paths, no word about how they came to be."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from house.sources import ROOT, assert_none, shown

HERE = Path(__file__).resolve()
FOREIGN = {
    "a machine's path": re.compile(r"(?<![\w.])/(?:work|tmp|root|home|farm|Users|opt|mnt)/\w|\.\./shared\b"),
    "a word about the making": re.compile(r"\b(?:sessions?|agents?)\b", re.IGNORECASE),
}
THEIR_OWN_WORDS = {"LICENSE"}


def tracked_files() -> list[Path]:
    listing = subprocess.run(["git", "-C", str(ROOT), "ls-files", "-z"], capture_output=True, text=True, check=False)
    if listing.returncode:
        pytest.skip("not a git checkout")
    files = [ROOT / name for name in listing.stdout.split("\0") if name]
    return [path for path in files if path.is_file() and path.name not in THEIR_OWN_WORDS and path != HERE]


@pytest.mark.parametrize("kind", FOREIGN)
def test_no_tracked_file_holds(kind: str) -> None:
    assert_none(
        [
            f"{shown(path, number)} {match.group()}"
            for path in tracked_files()
            for number, line in enumerate(path.read_text(encoding="utf-8", errors="ignore").splitlines(), 1)
            for match in FOREIGN[kind].finditer(line)
        ]
    )
