from __future__ import annotations

import io

import pytest

from tightdp.cli.working import working


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_a_pipe_sees_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    with working("composing"):
        pass
    assert capsys.readouterr() == ("", "")


def test_a_terminal_sees_what_is_done(monkeypatch: pytest.MonkeyPatch) -> None:
    stream = Terminal()
    monkeypatch.setattr("sys.stderr", stream)
    monkeypatch.setenv("TERM", "xterm")
    with working("composing"):
        pass
    assert "composing" in stream.getvalue()
