from __future__ import annotations

import io

import pytest

from tightdp.cli.working import progress_of, tracked, working


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


def test_a_list_in_a_pipe_is_gone_through_quietly(capsys: pytest.CaptureFixture[str]) -> None:
    assert list(tracked((1.0, 2.0), "composing")) == [1.0, 2.0]
    assert capsys.readouterr() == ("", "")


def test_a_list_on_a_terminal_has_a_bar(monkeypatch: pytest.MonkeyPatch) -> None:
    stream = Terminal()
    monkeypatch.setattr("sys.stderr", stream)
    monkeypatch.setenv("TERM", "xterm")
    assert list(tracked((1.0, 2.0), "composing")) == [1.0, 2.0]
    assert "composing" in stream.getvalue()


def test_work_that_counts_itself_has_no_bar_in_a_pipe(capsys: pytest.CaptureFixture[str]) -> None:
    with progress_of("running") as progress:
        assert progress is None
    assert capsys.readouterr() == ("", "")


def test_work_that_counts_itself_has_a_bar_on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    stream = Terminal()
    monkeypatch.setattr("sys.stderr", stream)
    monkeypatch.setenv("TERM", "xterm")
    with progress_of("running") as progress:
        assert progress is not None
        progress(1, 2)
        progress(2, 2)
    assert "running" in stream.getvalue()
