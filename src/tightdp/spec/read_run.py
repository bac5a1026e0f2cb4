"""From a file or plain dictionaries to the library's objects, in one call."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tightdp.spec.origin import TextOrigin
from tightdp.spec.read import convert_document, read_document
from tightdp.spec.run import Run, build_run


def read_run(path: str | Path) -> Run:
    """Program, relation and delta from a ``.toml`` or ``.json`` file.

    Parameters
    ----------
    path
        The file.

    Returns
    -------
    Run
        What ran and what is asked about it; ``InvalidInput`` names file, line and the nearest valid key.
    """
    return build_run(*read_document(path))


def from_document(document: Mapping[str, Any]) -> Run:
    """Program, relation and delta from plain dictionaries, the inverse of ``to_document``.

    Parameters
    ----------
    document
        What a TOML or JSON reader gives, or ``to_document``.

    Returns
    -------
    Run
        What ran and what is asked about it; ``InvalidInput`` names the key path.
    """
    origin = TextOrigin("document")
    return build_run(convert_document(dict(document), origin), origin)
