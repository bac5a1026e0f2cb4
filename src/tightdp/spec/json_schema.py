"""The published JSON schema of a run document."""

from __future__ import annotations

from typing import Any

import msgspec

from tightdp.spec.document import RunDocument


def json_schema() -> dict[str, Any]:
    """JSON schema (draft 2020-12) of ``run.toml`` and ``.json`` run documents, for editors and other tools.

    Returns
    -------
    dict
        The schema; ranges are checked by the library and are not part of it.
    """
    return msgspec.json.schema(RunDocument)
