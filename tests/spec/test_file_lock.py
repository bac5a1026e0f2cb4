from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from tightdp.errors import InvalidInput
from tightdp.spec.file_lock import hold


def test_a_second_writer_is_refused_until_the_first_closes(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    path.touch()
    first, second = os.open(path, os.O_RDWR), os.open(path, os.O_RDWR)
    hold(first, "run.jsonl")
    with pytest.raises(
        InvalidInput, match=r"a file that nobody else is writing to, got 'run.jsonl'. Each process needs"
    ):
        hold(second, "run.jsonl")
    os.close(first)
    hold(second, "run.jsonl")
    os.close(second)


def test_nothing_is_held_on_windows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "win32")
    hold(-1, "run.jsonl")
