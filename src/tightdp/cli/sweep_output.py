"""The rows of a sweep as table, JSON and CSV."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Any

from tightdp.cli.caution import warn
from tightdp.cli.output import Output, bound_record
from tightdp.planning.caution import caution
from tightdp.report import Table, rounded_down, rounded_up
from tightdp.sweeping import SweepResult, SweepRow
from tightdp.sweeping.sweep_result import column_names, row_cells, value_text

NONE = "-"


def sweep_output(result: SweepResult, template: Mapping[str, Any]) -> Output:
    """The three forms; the numbers of the table are rounded outwards, those of JSON and CSV are exact.

    Parameters
    ----------
    result
        The rows.
    template
        The run document whose values vary.

    Returns
    -------
    Output
        Table, JSON record and CSV rows.
    """
    names, asked = result.names, result.asked
    screen = Table((*names, f"{asked}_lower", f"{asked}_upper", "because"), tuple(map(_on_screen, result.rows)))
    sheet = Table(column_names(names, asked), tuple(map(row_cells, result.rows)))
    record = {
        "asked": asked,
        "varied": list(names),
        "rows": [_record(result, row) for row in result.rows],
        "program": dict(template),
        "version": version("tightdp"),
    }
    return Output((screen, *_asked(names, template)), record, sheet)


def wrote(result: SweepResult, target: Path | None, warnings: Sequence[str]) -> None:
    """Say on standard error what was assumed, how many points have no answer, and where the rows are.

    Parameters
    ----------
    result
        The rows.
    target
        The results file, if there is one.
    warnings
        Sentences.
    """
    failed = result.failed
    counted = f"{len(failed)} of {len(result.rows)} points have no answer"
    told = (
        [
            caution(
                counted, f"their rows hold the reason, the first: {failed[0].error}", "mend or leave out those values"
            )
        ]
        if failed
        else []
    )
    warn([*warnings, *told])
    if target is not None:
        before = f", {result.resumed} of them from before" if result.resumed else ""
        sys.stderr.write(f"wrote {target}: {len(result.rows)} points{before}\n")


def _asked(names: Sequence[str], template: Mapping[str, Any]) -> list[Table]:
    """Who may differ, below the numbers."""
    known = [name for name in ("relation", "group_size") if name in template]
    rows = tuple((name.replace("_", " "), "varies" if name in names else str(template[name])) for name in known)
    return [Table(("quantity", "value"), rows, has_header=False)] if rows else []


def _on_screen(row: SweepRow) -> tuple[str, ...]:
    values = tuple(map(value_text, row.values))
    if row.bound is None:
        return *values, NONE, NONE, row.error
    return *values, rounded_down(row.bound.lower), rounded_up(row.bound.upper), ", ".join(row.theorems)


def _record(result: SweepResult, row: SweepRow) -> dict[str, Any]:
    return {
        "values": dict(zip(result.names, row.values, strict=True)),
        result.asked: None if row.bound is None else bound_record(row.bound),
        "tight": row.tight,
        "theorems": list(row.theorems),
        "error": row.error,
    }
