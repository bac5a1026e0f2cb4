from __future__ import annotations

from concurrent.futures import BrokenExecutor, ProcessPoolExecutor

import pytest

from tightdp.cli.sweep_workers import axes_of, workers_of
from tightdp.errors import CannotAnswer, InvalidInput


def test_words_become_axes_in_order() -> None:
    assert list(axes_of(["rate = 0.1,0.2", "phase[0].steps=1:2:2"]).items()) == [
        ("rate", "0.1,0.2"),
        ("phase[0].steps", "1:2:2"),
    ]


def test_words_that_are_no_axis_are_refused() -> None:
    with pytest.raises(InvalidInput, match="--vary must be given, for instance"):
        axes_of([])
    for words in ("rate", "=1"):
        with pytest.raises(InvalidInput, match="--vary must be of the form NAME=VALUES"):
            axes_of([words])
    with pytest.raises(InvalidInput, match="--vary must be given once for each name"):
        axes_of(["rate=1", "rate=2"])


def test_one_worker_is_this_process() -> None:
    with workers_of(1) as executor:
        assert executor is None
    with workers_of(2) as executor:
        assert isinstance(executor, ProcessPoolExecutor)


@pytest.mark.parametrize("count", [0, -1, 1025])
def test_a_number_of_workers_is_sensible(count: int) -> None:
    with pytest.raises(InvalidInput, match="--workers must be a whole number from 1 to"), workers_of(count):
        pass


def test_a_worker_that_was_killed_is_told_from_an_answer() -> None:
    wording = "a worker process was killed. Instead: the same command again"
    with pytest.raises(CannotAnswer, match=wording), workers_of(2):
        raise BrokenExecutor("gone")
