"""Write a plan to a file."""

from __future__ import annotations

from pathlib import Path

from tightdp.errors import InvalidInput
from tightdp.planning import TrainingPlan
from tightdp.spec import to_json, to_plan_document, to_toml


def checked_plan_path(path: Path) -> Path:
    """The path, if a plan can be written there.

    Parameters
    ----------
    path
        The file.

    Raises
    ------
    InvalidInput
        If its name has another ending, or its folder is not there.
    """
    if path.suffix.lower() not in {".toml", ".json"} or not path.parent.is_dir():
        raise InvalidInput("--output", str(path), "a file whose name ends in .toml or .json, in a folder that exists")
    return path


def write_plan(plan: TrainingPlan, path: Path) -> None:
    """Write a plan document.

    Parameters
    ----------
    plan
        The plan.
    path
        The file; from ``checked_plan_path``.
    """
    text = (to_json if path.suffix.lower() == ".json" else to_toml)(to_plan_document(plan))
    path.write_text(text, encoding="utf-8")
