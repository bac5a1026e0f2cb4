"""Hand the points of a sweep to an executor in chunks, and take the rows as they come."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import Executor, Future
from queue import SimpleQueue

from tightdp.sweeping.axis import Value
from tightdp.sweeping.sweep_question import SweepQuestion, answer_chunk
from tightdp.sweeping.sweep_row import SweepRow

TASKS = 64
LARGEST_CHUNK = 16


def chunks(points: Sequence[tuple[Value, ...]]) -> list[tuple[tuple[Value, ...], ...]]:
    """Neighbouring points together: about 64 tasks, of 16 points at most, so that little work is lost or waited for.

    Parameters
    ----------
    points
        The points.

    Returns
    -------
    list
        The same in order, in tuples.
    """
    size = min(max(len(points) // TASKS, 1), LARGEST_CHUNK)
    return [tuple(points[start : start + size]) for start in range(0, len(points), size)]


def answered(
    question: SweepQuestion, points: Sequence[tuple[Value, ...]], executor: Executor | None
) -> Iterator[tuple[SweepRow, ...]]:
    """Rows in the order in which they are finished.

    Only ``submit``, ``add_done_callback``, ``result`` and ``cancel`` are used, so that every executor will do.

    Parameters
    ----------
    question
        What is asked.
    points
        The points.
    executor
        Who answers; ``None`` for this process, point by point.

    Yields
    ------
    tuple
        The rows of one chunk.
    """
    if executor is None:
        for point in points:
            yield answer_chunk(question, (point,))
        return
    done: SimpleQueue[Future[tuple[SweepRow, ...]]] = SimpleQueue()
    futures = [executor.submit(answer_chunk, question, chunk) for chunk in chunks(points)]
    try:
        for future in futures:
            future.add_done_callback(done.put)
        for _ in futures:
            yield done.get().result()
    finally:
        for future in futures:
            future.cancel()
