"""What varies in a sweep, and the processes that share its points."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from concurrent.futures import BrokenExecutor, Executor, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context

from tightdp.errors import CannotAnswer, InvalidInput

MOST_WORKERS = 1024


def axes_of(vary: Sequence[str]) -> dict[str, str]:
    """Name to values of each ``--vary NAME=VALUES``.

    Parameters
    ----------
    vary
        The words of the option.

    Returns
    -------
    dict
        In the order given.

    Raises
    ------
    InvalidInput
        If there is none, one has no ``=``, or a name comes twice.
    """
    if not vary:
        raise InvalidInput("--vary", "nothing", "given, for instance --vary rate=0.001,0.01")
    axes: dict[str, str] = {}
    for words in vary:
        name, equals, values = (part.strip() for part in words.partition("="))
        if not equals or not name:
            raise InvalidInput("--vary", words, "of the form NAME=VALUES, for instance rate=0.001,0.01")
        if name in axes:
            raise InvalidInput("--vary", words, "given once for each name")
        axes[name] = values
    return axes


@contextmanager
def workers_of(count: int) -> Generator[Executor | None]:
    """``count`` fresh processes; none for one worker.

    Parameters
    ----------
    count
        How many.

    Yields
    ------
    Executor or None
        Who answers.

    Raises
    ------
    InvalidInput
        If the count is not between 1 and 1024.
    CannotAnswer
        If a worker is killed, for instance for want of memory.
    """
    if not 1 <= count <= MOST_WORKERS:
        raise InvalidInput("--workers", count, f"a whole number from 1 to {MOST_WORKERS}")
    if count == 1:
        yield None
        return
    try:
        with ProcessPoolExecutor(count, mp_context=get_context("spawn")) as executor:
            yield executor
    except BrokenExecutor:
        instead = "the same command again, with fewer --workers; rows that are in the file are kept"
        raise CannotAnswer("the rest of the sweep", "a worker process was killed", instead) from None
