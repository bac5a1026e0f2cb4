from __future__ import annotations

from concurrent.futures import Future, ThreadPoolExecutor

import pytest

from sweeping.runs import ONE
from tightdp.sweeping.schedule import LARGEST_CHUNK, answered, chunks
from tightdp.sweeping.sweep_question import SweepQuestion

QUESTION = SweepQuestion(ONE, (("phase", 0, "steps"),), None, "tightest", 1e-2)
POINTS = [(steps,) for steps in range(1, 6)]


@pytest.mark.parametrize("count", [0, 1, 63, 64, 130, 1000, 10_000])
def test_chunks_hold_every_point_once_in_order(count: int) -> None:
    points = [(number,) for number in range(count)]
    found = chunks(points)
    assert [point for chunk in found for point in chunk] == points
    assert max(map(len, found), default=0) <= LARGEST_CHUNK
    assert len(found) >= min(count, 60)


def test_threads_and_this_process_say_the_same() -> None:
    here = [row for rows in answered(QUESTION, POINTS, None) for row in rows]
    with ThreadPoolExecutor(2) as executor:
        there = [row for rows in answered(QUESTION, POINTS, executor) for row in rows]
    assert sorted(there, key=lambda row: POINTS.index((row.values[0],))) == here  # type: ignore[arg-type]


class Broken(ThreadPoolExecutor):
    """Its second task fails; what was not started is remembered."""

    def submit(self, fn: object, /, *args: object, **kwargs: object) -> Future[object]:  # type: ignore[override]
        del fn, args, kwargs
        future: Future[object] = Future()
        self.made = [*getattr(self, "made", []), future]
        if len(self.made) == 2:
            future.set_exception(ConnectionError("the worker is gone"))
        return future


def test_what_breaks_the_executor_is_passed_on_and_the_rest_cancelled() -> None:
    executor = Broken(1)
    with pytest.raises(ConnectionError, match="the worker is gone"):
        list(answered(QUESTION, POINTS, executor))
    assert [future.cancelled() for future in executor.made] == [True, False, True, True, True]
