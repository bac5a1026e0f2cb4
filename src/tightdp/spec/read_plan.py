"""Plans from and to documents."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any, cast

import msgspec

from tightdp.errors import InvalidInput
from tightdp.planning import TrainingPlan
from tightdp.spec.converted import is_plan
from tightdp.spec.origin import Origin, TextOrigin
from tightdp.spec.plan_document import PlanDocument, PlanEntry
from tightdp.spec.plan_run import made_plan
from tightdp.spec.read_tables import Format, parse_tables, read_tables


def read_plan(path: str | Path) -> TrainingPlan:
    """The plan in a ``.toml`` or ``.json`` file.

    Parameters
    ----------
    path
        The file.

    Returns
    -------
    TrainingPlan
        The plan.

    Raises
    ------
    InvalidInput
        If the file cannot be read or holds no plan; with file, line and the nearest valid key.
    """
    found = plan_in(path)
    if found is None:
        raise InvalidInput("plan file", str(path), "one with a [plan] table", "This may be a run file or a ledger")
    return found[0]


def plan_in(path: str | Path) -> tuple[TrainingPlan, Origin] | None:
    """The plan in a file, and what names its lines; ``None`` for a file that holds a run or a ledger.

    Parameters
    ----------
    path
        The file.
    """
    if Path(path).suffix.lower() == ".jsonl":
        return None
    data, origin = read_tables(path)
    return (made_plan(data, origin), origin) if is_plan(data) else None


def parse_plan(text: str, name: str, form: Format) -> TrainingPlan:
    """The plan in a text.

    Parameters
    ----------
    text
        The text.
    name
        What errors call it, for instance the file's name.
    form
        ``"toml"`` or ``"json"``.

    Returns
    -------
    TrainingPlan
        The plan; ``InvalidInput`` names line and key of a mistake.
    """
    return made_plan(*parse_tables(text, name, form))


def plan_from_document(document: Mapping[str, Any]) -> TrainingPlan:
    """The plan in plain dictionaries, the inverse of ``to_plan_document``.

    Parameters
    ----------
    document
        What a TOML or JSON reader gives, or ``to_plan_document``.

    Returns
    -------
    TrainingPlan
        The plan; ``InvalidInput`` names the key path of a mistake.
    """
    return made_plan(dict(document), TextOrigin("document"))


def to_plan_document(plan: TrainingPlan) -> dict[str, Any]:
    """The document that describes a plan, as plain dictionaries; what has its default is left out.

    Parameters
    ----------
    plan
        The plan.

    Returns
    -------
    dict
        Ready for ``plan_from_document``, ``to_toml`` and ``to_json``.
    """
    whole = PlanDocument(plan=PlanEntry(**asdict(plan)))
    return cast("dict[str, Any]", dict(reversed(msgspec.to_builtins(whole).items())))
