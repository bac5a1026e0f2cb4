"""One writer at a time."""

from __future__ import annotations

import sys
from importlib import import_module

from tightdp.errors import InvalidInput


def hold(descriptor: int, name: str) -> None:
    """Keep every other process from writing to an open file until it is closed; does nothing on Windows.

    Parameters
    ----------
    descriptor
        The open file.
    name
        What an error calls it.

    Raises
    ------
    InvalidInput
        If somebody else holds it.
    """
    if sys.platform == "win32":
        return
    fcntl = import_module("fcntl")  # not there on Windows
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        hint = "Each process needs a ledger of its own; merge_ledgers makes one of several"
        raise InvalidInput("ledger", name, "a file that nobody else is writing to", hint) from None
