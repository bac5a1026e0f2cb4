"""The options of ``tightdp plan`` that replace a plan's values, and how to answer."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Concatenate

import typer

from tightdp.cli.choices import FormatChoice, RelationChoice
from tightdp.cli.run_options import ASKED, RAN, SHOWN, Number, Own, Whole, takes_options


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanOptions:
    """The plan, and what replaces its values; ``None`` where an option was not given."""

    plan_file: Annotated[Path, typer.Argument(metavar="PLAN.TOML", help="Plan file (.toml, .json).")]
    gaussian: Annotated[
        Number,
        typer.Option("--gaussian", metavar="S", help="Noise multiplier (default: the plan's).", rich_help_panel=RAN),
    ] = None
    relation: Annotated[
        RelationChoice | None,
        typer.Option("--relation", help="Who may differ (default: the plan's).", rich_help_panel=ASKED),
    ] = None
    group_size: Annotated[
        Whole,
        typer.Option(
            "--group-size", metavar="K", help="Records of one user (default: the plan's).", rich_help_panel=ASKED
        ),
    ] = None
    epsilon: Annotated[
        Number,
        typer.Option("--epsilon", metavar="E", help="Target (default: the plan's).", rich_help_panel=ASKED),
    ] = None
    delta: Annotated[
        Number,
        typer.Option("--delta", metavar="D", help="delta, below 1 (default: the plan's).", rich_help_panel=ASKED),
    ] = None
    rtol: Annotated[
        float,
        typer.Option("--rtol", metavar="R", help="Wanted relative gap of the two ends.", rich_help_panel=SHOWN),
    ] = 1e-3
    format: Annotated[FormatChoice, typer.Option("--format", help="Output.", rich_help_panel=SHOWN)] = (
        FormatChoice.TABLE
    )


def takes_plan_options(command: Callable[Concatenate[PlanOptions, Own], None]) -> Callable[..., None]:
    """Give a command the options of a plan, and hand them to it as one ``PlanOptions``.

    Parameters
    ----------
    command
        A function of a ``PlanOptions`` and, by keyword, the options of its own.

    Returns
    -------
    Callable
        A function that Typer reads as having all the options.
    """
    return takes_options(command, PlanOptions, 2)
