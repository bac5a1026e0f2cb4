"""The published JSON schemas of run and plan documents."""

from __future__ import annotations

from typing import Any

import msgspec

from tightdp.spec.document import RunDocument
from tightdp.spec.plan_document import PlanDocument


def json_schema() -> dict[str, Any]:
    """JSON schema (draft 2020-12) of ``run.toml`` and ``.json`` run documents, for editors and other tools.

    Returns
    -------
    dict
        The schema; ranges are checked by the library and are not part of it.
    """
    return msgspec.json.schema(RunDocument)


def plan_schema() -> dict[str, Any]:
    """JSON schema (draft 2020-12) of ``plan.toml`` and ``.json`` plan documents, for editors and other tools.

    Returns
    -------
    dict
        The schema; ranges are checked by the library and are not part of it.
    """
    return msgspec.json.schema(PlanDocument)
