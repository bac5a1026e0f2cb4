"""``tightdp plan``: from the words of a training loop to rate, steps, noise and epsilon."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from tightdp.cli.choices import PlanFindChoice
from tightdp.cli.plan_options import PlanOptions, takes_plan_options
from tightdp.cli.run_options import ASKED, SHOWN
from tightdp.errors import InvalidInput

_FIND = "Find the least noise, or the most updates, for the target (default: the noise, if the plan has none)."
_CHECK = "How many updates the run really made: was it the plan that ran?"
_OUTPUT = "Write the plan, with what was found and replaced, as .toml or .json."


@takes_plan_options
def plan(
    options: PlanOptions,
    *,
    what: Annotated[PlanFindChoice | None, typer.Option("--find", help=_FIND, rich_help_panel=ASKED)] = None,
    check: Annotated[int | None, typer.Option("--check", metavar="UPDATES", help=_CHECK, rich_help_panel=ASKED)] = None,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", metavar="FILE", help=_OUTPUT, rich_help_panel=SHOWN)
    ] = None,
) -> None:
    """Scheme, rate and steps of a training loop with their reasons, its epsilon, and the noise that a target takes."""
    import sys

    from tightdp.cli.caution import warn
    from tightdp.cli.output import write_output
    from tightdp.cli.plan_answer import planned
    from tightdp.cli.plan_file import PlanValues, plan_of
    from tightdp.cli.plan_output import plan_output
    from tightdp.cli.plan_write import checked_plan_path, write_plan
    from tightdp.cli.working import working

    target = None if output is None else checked_plan_path(output)
    values = PlanValues(options.relation, options.group_size, options.delta, options.epsilon, options.gaussian)
    found = plan_of(options.plan_file, values)
    if found is None:
        raise InvalidInput(
            "plan file", str(options.plan_file), "one with a [plan] table", "tightdp epsilon takes run files"
        )
    with working("planning"):
        answered = planned(*found, what, check, options.rtol)
    warn(answered.warnings)
    write_output(plan_output(answered), options.format)
    if target is not None:
        write_plan(answered.plan, target)
        sys.stderr.write(f"wrote {target}\n")
    if answered.refusal is not None:
        raise answered.refusal
