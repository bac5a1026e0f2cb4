"""Show on a terminal that work goes on."""

from __future__ import annotations

import sys
from collections.abc import Callable, Generator, Iterable, Sequence
from contextlib import contextmanager


@contextmanager
def working(what: str) -> Generator[None]:
    """A moving sign on standard error while the block runs; nothing unless that is a terminal.

    Parameters
    ----------
    what
        What is being done.

    Yields
    ------
    None
        Nothing.
    """
    if not sys.stderr.isatty():
        yield
        return
    from rich.console import Console

    with Console(stderr=True).status(what):
        yield


def tracked(items: Sequence[float], what: str) -> Iterable[float]:
    """``items`` one by one, with a progress bar on standard error; no bar unless that is a terminal.

    Parameters
    ----------
    items
        What to go through.
    what
        What is being done.

    Returns
    -------
    Iterable
        The same items.
    """
    if not sys.stderr.isatty():
        return items
    from rich.console import Console
    from rich.progress import track

    return track(items, what, console=Console(stderr=True), transient=True)


@contextmanager
def progress_of(what: str) -> Generator[Callable[[int, int], None] | None]:
    """A progress bar on standard error for work that counts itself; no bar unless that is a terminal.

    Parameters
    ----------
    what
        What is being done.

    Yields
    ------
    Callable or None
        Takes how much is done and how much there is in all.
    """
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(what, total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)
