"""Show on a terminal that work goes on."""

from __future__ import annotations

import sys
from collections.abc import Generator
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
