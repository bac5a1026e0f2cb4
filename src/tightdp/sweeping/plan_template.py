"""What may not vary in the run that a plan makes."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path

from tightdp.errors import InvalidInput
from tightdp.spec import plan_in


def refuse_relation(path: str | Path, names: Collection[str]) -> None:
    """Refuse to vary the relation of a plan's run: whether the run may be made at all depends on it.

    Parameters
    ----------
    path
        The run file, ledger or plan.
    names
        What varies.

    Raises
    ------
    InvalidInput
        If the file holds a plan and its relation varies.
    """
    if "relation" in names and plan_in(path):
        hint = "Sweep the plan once with --relation add-remove and once with --relation substitute"
        raise InvalidInput("a varied parameter", "relation", "another one for a plan", hint)
